// One sweep of slope erosion over ground of which every tile moves.
#include <benchmark/benchmark.h>

#include "talus/core/rng.h"
#include "talus/ground/slope_erosion.h"

namespace {

using namespace talus;

void sweep(benchmark::State& state) {
    const auto side = static_cast<std::uint32_t>(state.range(0));
    const exec::Exec exec = exec::Exec::cpu(static_cast<int>(state.range(1)));
    geometry::Heightfield field = geometry::flatHeightfield({0, 0, 1, side, side}, 0);
    const Random random{1, 1};
    for (std::size_t k = 0; k < field.grid.size(); ++k) field.height[k] = 100 * random.uniform(k);
    ground::SlopeErosion erosion(field.grid);
    for (auto _ : state)
        erosion.relax(exec, {field.height.view(), {}, {}}, ground::sand().slopes, allColumns(field.grid),
                      ground::Packing::Stable, 10);
    // Of each call: ten sweeps, the look at slopes that ends it, and the clearing of its marks.
    state.counters["s/sweep"] =
        benchmark::Counter(10, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(sweep)->Args({1024, 1})->Args({1024, 2})->Args({4096, 1})->Args({4096, 2})->UseRealTime();

}  // namespace

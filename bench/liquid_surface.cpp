// The surface around the particles of a splash, on one thread and on two.
#include "talus/geometry/liquid_surface/liquid_surface.h"

#include <benchmark/benchmark.h>

#include "bench/made_splash.h"

namespace talus::geometry {
namespace {

void liquidSurfaces(benchmark::State& state) {
    const bench::Splash splash = bench::madeSplash(static_cast<std::size_t>(state.range(0)));
    const auto threads = static_cast<int>(state.range(1));
    const exec::Exec exec = threads == 1 ? exec::Exec::serial() : exec::Exec::cpu(threads);
    const LiquidParticles particles{{splash.position.data(), splash.position.size()}, {&splash.radius, 1}};
    const LiquidSurfaceSettings settings{.cell = static_cast<double>(state.range(2)) / 100};
    std::size_t points = 0;
    for (auto _ : state) {
        const auto surface = liquidSurface(exec, particles, settings);
        if (!surface) return state.SkipWithError(surface.error().message.c_str());
        points = surface->mesh.points.size();
    }
    state.counters["points"] = static_cast<double>(points);
    state.counters["particles/s"] = benchmark::Counter(static_cast<double>(splash.position.size()),
                                                       benchmark::Counter::kIsIterationInvariantRate);
}

// Particles, about; threads; side of a cell in hundredths of a radius.
BENCHMARK(liquidSurfaces)
    ->ArgNames({"particles", "threads", "cell"})
    ->Args({20000, 1, 75})
    ->Args({20000, 2, 75})
    ->Args({100000, 1, 75})
    ->Args({100000, 2, 75})
    ->Args({100000, 1, 50})
    ->Args({500000, 1, 75})
    ->Args({500000, 2, 75})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace talus::geometry

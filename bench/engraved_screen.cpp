// A step of the engraved screen beside a copy of the same memory: both wait for memory, not for arithmetic.
#include <cstring>

#include <benchmark/benchmark.h>

#include "talus/exec/for_each.h"
#include "talus/picture/screen/screen.h"

namespace talus {
namespace {

/// The width of a screen of so many phyxels.
std::size_t widthOf(const benchmark::State& state) {
    switch (state.range(0)) {
        case 442368: return 768;
        case 2073600: return 1920;
        case 8294400: return 3840;
        default: return 400;
    }
}
std::size_t heightOf(const benchmark::State& state) {
    return static_cast<std::size_t>(state.range(0)) / widthOf(state);
}

void setBytes(benchmark::State& state, std::size_t bytes) {
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

/// Two values are read and one is written for each phyxel; 900 marks as in the paper, or
/// none; one step or eight at once.
void steps(benchmark::State& state) {
    const exec::Exec exec = exec::Exec::cpu();
    const std::size_t width = widthOf(state), height = heightOf(state);
    picture::engraved::Screen screen(width, height, picture::engraved::screen_presets[0].links);
    const auto profile = picture::engraved::Profile::parse(picture::engraved::standard_profile);
    std::vector<picture::engraved::Mark> marks;
    for (int k = 0; k < state.range(1); ++k)  // a lattice over the screen
        marks.push_back({static_cast<float>(width) * (static_cast<float>(k % 30) + 0.5f) / 30,
                         static_cast<float>(height) * (static_cast<float>(k / 30) + 0.5f) / 30,
                         static_cast<float>(height) / 60, 0.01f});
    const std::vector<std::vector<picture::engraved::Mark>> lists(static_cast<std::size_t>(state.range(2)),
                                                                  marks);
    for (auto _ : state) screen.advance(exec, lists, *profile);
    setBytes(state, 3 * sizeof(float) * width * height * lists.size());
}

void copy(benchmark::State& state) {
    const exec::Exec exec = exec::Exec::cpu();
    const std::size_t count = widthOf(state) * heightOf(state);
    std::vector<float> from(count, 1), to(count);
    for (auto _ : state) {
        exec::for_each_range(
            exec, count,
            [&](std::size_t begin, std::size_t end) {
                std::memcpy(to.data() + begin, from.data() + begin, (end - begin) * sizeof(float));
            },
            65536);
        benchmark::ClobberMemory();
    }
    setBytes(state, 2 * sizeof(float) * count);
}

BENCHMARK(steps)->ArgsProduct({{100000, 442368, 2073600, 8294400}, {0, 900}, {1, 8}})->UseRealTime();
BENCHMARK(copy)->Arg(100000)->Arg(442368)->Arg(2073600)->Arg(8294400)->UseRealTime();

}  // namespace
}  // namespace talus

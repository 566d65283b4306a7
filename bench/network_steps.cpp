// Steps of networks: linear springs, in links a second, and the grains of Luciani, Habibi and Manzotti
// (Graphics Interface 1995) in simulated seconds a second. One thread unless the name says otherwise.
#include <fmt/format.h>

#include <benchmark/benchmark.h>

#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace talus {
namespace {

scene::Simulation built(const std::string& text, int threads) {
    scene::ReadResult read = scene::readScene(text, "bench.toml", {}, scene::Machine{});
    if (!read.scene) throw std::runtime_error(read.diagnostics.format("bench.toml", text));
    auto simulation = scene::Simulation::build(*read.scene, exec::Exec::cpu(threads));
    if (!simulation) throw std::runtime_error(simulation.error().message);
    return std::move(simulation).value();
}

/// A net of x by z masses, each tied to its neighbours by a spring with damping. In one dimension the masses
/// move across the net, with springs of length 0: the membranes of mi-gen (Leonard and Villeneuve, Sound and
/// Music Computing 2019), which updates 64 million links a second.
std::string net(std::int64_t x, std::int64_t z, int dimensions) {
    const double width = 0.1 * static_cast<double>(x - 1), height = 0.1 * static_cast<double>(z - 1);
    return fmt::format(R"(
format = 1
name = "net"
[time]
duration = 1000
frame_interval = 1000
[world]
gravity = [0, 0, 0]
[network]
rate = 1000
dimensions = {}
units = "algorithm"
[[masses]]
name = "net"
layout = "grid"
from = [0, 0, 0]
to = [{}, {}, {}]
spacing = 0.1
velocity = [0, 0, 0.01]
[[masses]]
name = "peg"
kind = "fixed"
positions = [[0, 0, 0]]
[[link]]
name = "springs"
kind = "spring"
pairs = "edges"
between = ["net"]
length = {}
stiffness = 0.1
damping = 0.001
[[link]]
name = "held"
kind = "spring"
pairs = "list"
first = [0]
second = [0]
between = ["net", "peg"]
length = 0
stiffness = 0.1
)",
                       dimensions, width, dimensions == 2 ? 0 : height, dimensions == 2 ? height : 0,
                       dimensions == 1 ? 0 : 0.1);
}

void links(benchmark::State& state) {
    const std::int64_t x = state.range(0), z = state.range(1);
    auto simulation = built(net(x, z, static_cast<int>(state.range(2))), 1);
    for (auto _ : state) simulation.advance(10);
    state.SetItemsProcessed(state.iterations() * 10 * ((x - 1) * z + x * (z - 1) + 1));
}

/// A block of grains of the paper at rest on rugged ground, in 100 columns.
std::string block(std::int64_t grains) {
    return fmt::format(R"(
format = 1
name = "block"
[time]
duration = 1000
frame_interval = 1000
[network]
rate = 1050
dimensions = 2
[[masses]]
name = "grains"
layout = "grid"
from = [0.005, 0, 0.017]
to = [2, 0, {}]
spacing = 0.0198
mass = 0.01
damping = 0.02
[[masses]]
name = "ground"
kind = "fixed"
layout = "line"
from = [-2, 0, 0]
to = [4, 0, 0]
count = 301
[[link]]
name = "grains"
between = ["grains"]
length = 0.02
stiffness = 3300
damping = 0.5
[[link]]
name = "ground"
between = ["grains", "ground"]
length = 0.02
stiffness = 3300
damping = 0.5
)",
                       0.017 + 0.0198 * (static_cast<double>(grains) / 101 - 0.5));
}

/// The block falls apart into a heap; its first half second is not measured.
void grains(benchmark::State& state) {
    auto simulation = built(block(state.range(0)), static_cast<int>(state.range(1)));
    simulation.advance(state.range(0) > 1000 ? 525 : 10);
    for (auto _ : state) simulation.advance(10);
    const double steps = static_cast<double>(state.iterations()) * 10;
    state.counters["simulated s/s"] = benchmark::Counter(steps / 1050, benchmark::Counter::kIsRate);
    state.SetItemsProcessed(static_cast<std::int64_t>(steps) * state.range(0));
}

BENCHMARK(links)
    ->ArgNames({"x", "z", "dimensions"})
    ->Args({25, 20, 1})
    ->Args({100, 100, 1})
    ->Args({400, 400, 1})
    ->Args({100, 100, 2})
    ->Args({100, 100, 3})
    ->Args({400, 400, 3})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(grains)
    ->ArgNames({"grains", "threads"})
    ->Args({1000, 1})
    ->Args({10000, 1})
    ->Args({10000, 2})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace talus

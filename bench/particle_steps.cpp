// Whole steps of a particle system: gravity, linear drag and a floor that particles bounce off, per particle
// and step; on one thread and on two.
#include <benchmark/benchmark.h>

#include "talus/core/rng.h"
#include "talus/particles/pipeline.h"

namespace talus::particles {
namespace {

/// What a step of what is in the air costs, and of what lies on the floor.
enum class Where { Air, Floor };

Setup fallingOnFloor() {
    Setup setup;
    setup.system.name = "bench";
    setup.system.drag.linear = 1e-7;
    setup.tables = std::make_shared<const TableNames>(setup.system.name);
    setup.gravity = {0, 0, -9.81};
    environment::Wall floor;
    floor.name = "floor";
    setup.walls = std::make_shared<const environment::Walls>(std::vector<environment::Wall>{floor},
                                                             std::vector<std::uint16_t>{0},
                                                             std::vector<environment::Motion>{});
    setup.surfaces.walls.resize(1);
    return setup;
}

void addParticles(state::World& world, const Setup& setup, std::size_t count, Where where) {
    state::Table& rows = world.table(setup.tables->particles);
    rows.resize(count);
    const Random random{1, 1};
    for (std::size_t i = 0; i < count; ++i) {
        const bool high = where == Where::Air;
        rows.write(fields::position)[i] = {random.uniform(i, 0), random.uniform(i, 1),
                                           high ? 100 + random.uniform(i, 2) : 0.001};
        rows.write(fields::velocity)[i] = high ? Vec3f{1, 2, 3} : Vec3f{};
        rows.write(fields::mass)[i] = 1e-6f;
        rows.write(fields::radius)[i] = 0.001f;
        rows.write(fields::lifetime)[i] = 1e9f;
    }
}

void particleSteps(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    const auto threads = static_cast<int>(state.range(1));
    const Setup setup = fallingOnFloor();
    state::World world;
    addTables(world, setup);
    addParticles(world, setup, count, static_cast<Where>(state.range(2)));
    auto steps = pipeline(setup);
    const exec::Exec exec = threads == 1 ? exec::Exec::serial() : exec::Exec::cpu(threads);
    for (auto _ : state) steps->run(world, exec, 1e-5);
    std::size_t bytes = 0;
    for (const state::Column& column : world.table(setup.tables->particles).columns())
        if (column.info->lifetime == state::Lifetime::Persistent) bytes += column.info->elementBytes();
    state.counters["bytes"] = static_cast<double>(bytes);
    state.counters["particle-steps/s"] =
        benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsIterationInvariantRate);
}

// How many; threads; 0 in the air, 1 lying on the floor, where every particle bounces in every step.
BENCHMARK(particleSteps)
    ->ArgNames({"particles", "threads", "floor"})
    ->Args({1000, 1, 0})
    ->Args({100000, 1, 0})
    ->Args({100000, 1, 1})
    ->Args({1000000, 1, 0})
    ->Args({1000000, 2, 0})
    ->Args({1000000, 2, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace talus::particles

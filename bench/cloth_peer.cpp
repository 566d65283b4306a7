// Cloth without self-contact against the soft bodies of Bullet 3.24: n x n points of a sheet of 1 m and 0.15
// kg that hangs from two corners, 60 steps a second, two seconds. Both have structural and shear springs and
// no bending; Bullet's are as stiff as they can be, so its stretch follows from the number of its iterations.
// The time is that of the second second, and `stretch` the mean length of structural springs in it over their
// rest.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <string>

#ifdef TALUS_BENCH_BULLET
#include <btBulletDynamicsCommon.h>

#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#endif

#include "talus/cloth/fields.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"

namespace {

using namespace talus;

double seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Runs two seconds; step() makes a step of 1/60 s.
template <class Step, class Stretch>
void run(benchmark::State& state, Step step, Stretch stretch) {
    for (int k = 0; k < 60; ++k) step();
    double mean = 0, time = 0;
    for (int k = 0; k < 60; ++k) {
        const double begin = seconds();
        step();
        time += seconds() - begin;
        mean += stretch() / 60;
    }
    state.SetIterationTime(time);
    state.counters["ms_a_step"] = time / 60 * 1e3;
    state.counters["stretch"] = mean;
}

void talusCloth(benchmark::State& state) {
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(state.range(0)))));
    const std::string text =
        "format = 1\nname = \"bench\"\n[time]\nduration = 10\nframe_interval = 0.016666666666666666\n"
        "[[cloth]]\nname = \"sheet\"\npoints_x = " +
        std::to_string(side) + "\npoints_y = " + std::to_string(side) +
        "\nstretch = 5000\nshear = 2500\nbend = 0\ncontact = false\nself_contact = false\n"
        "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"top-corners\"\n[cloth_solver]\nsubsteps = " +
        std::to_string(state.range(1)) + "\n";
    for (auto _ : state) {
        auto scene = scene::readScene(text, "bench.toml", {}, scene::Machine{});
        auto built = scene::Simulation::build(std::move(*scene.scene),
                                              exec::Exec::cpu(static_cast<int>(state.range(2))));
        scene::Simulation simulation = std::move(built).value();
        const auto stretch = [&] {
            const state::World& world = std::as_const(simulation).world();
            const auto at = world.table(cloth::points_table).read(cloth::fields::position);
            const auto ends = world.table(cloth::springs_table).read(cloth::fields::ends);
            const auto rest = world.table(cloth::springs_table).read(cloth::fields::length);
            double sum = 0, count = 0;
            for (std::size_t s = 0; s < ends.size(); ++s) {
                if (rest[s] > 1.1 / (side - 1)) continue;  // a diagonal
                sum += length(at[ends[s][0]] - at[ends[s][1]]) / rest[s];
                ++count;
            }
            return sum / count;
        };
        run(
            state, [&] { simulation.advance(); }, stretch);
    }
}
BENCHMARK(talusCloth)
    ->ArgNames({"points", "substeps", "threads"})
    ->Args({4096, 10, 1})
    ->Args({16384, 5, 1})
    ->Args({16384, 10, 1})
    ->Args({16384, 15, 1})
    ->Args({16384, 15, 2})
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

#ifdef TALUS_BENCH_BULLET
void bulletCloth(benchmark::State& state) {
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(state.range(0)))));
    for (auto _ : state) {
        btSoftBodyRigidBodyCollisionConfiguration configuration;
        btCollisionDispatcher dispatcher(&configuration);
        btDbvtBroadphase broadphase;
        btSequentialImpulseConstraintSolver solver;
        btSoftRigidDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
        world.setGravity({0, 0, -9.81F});
        world.getWorldInfo().m_gravity = {0, 0, -9.81F};
        btSoftBody* sheet = btSoftBodyHelpers::CreatePatch(world.getWorldInfo(), {0, 0, 0}, {1, 0, 0},
                                                           {0, 1, 0}, {1, 1, 0}, side, side, 1 + 2, true);
        sheet->m_cfg.piterations = static_cast<int>(state.range(1));
        sheet->setTotalMass(0.15F);
        world.addSoftBody(sheet);
        const auto stretch = [&] {
            double sum = 0, count = 0;
            for (int k = 0; k < sheet->m_links.size(); ++k) {
                const btSoftBody::Link& link = sheet->m_links[k];
                if (link.m_rl > 1.1 / (side - 1)) continue;  // a diagonal
                sum += (link.m_n[0]->m_x - link.m_n[1]->m_x).length() / link.m_rl;
                ++count;
            }
            return sum / count;
        };
        run(
            state, [&] { world.stepSimulation(1.0F / 60, 1, 1.0F / 60); }, stretch);
        world.removeSoftBody(sheet);
        delete sheet;
    }
}
BENCHMARK(bulletCloth)
    ->ArgNames({"points", "iterations"})
    ->Args({4096, 20})
    ->Args({16384, 10})
    ->Args({16384, 50})
    ->Args({16384, 100})
    ->UseManualTime()
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
#endif

}  // namespace

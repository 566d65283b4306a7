// The steps of water that are made for a device against the pipeline of the processor. The loops run on the
// processor here, and on a graphics card where there is one.
#include <gmock/gmock.h>

#include "talus/scene/reader.h"
#include "talus/water/boundary/loads.h"
#include "talus/water/device/device_steps.h"
#include "talus/water/device/not_on_device.h"
#include "talus/water/measures.h"
#include "tests/device/run_on.h"

namespace talus::water {
namespace {

using run::test_on_device::go;
using run::test_on_device::runOn;
using testing_support::places;

/// @param water more keys of [water] @param more tables
std::string textOf(const std::string& water, const std::string& more,
                   const std::string& world = "gravity = [0, 0, -9.81]") {
    return "format = 1\nname = \"water\"\n[time]\nduration = 1\nframe_interval = 0.01\n[world]\n" + world +
           "\n[[material]]\nname = \"glass\"\ndensity = 2500\n[water]\nspacing = 0.02\n" + water + more;
}
scene::Scene sceneOf(const std::string& text) {
    scene::ReadResult read = scene::readScene(text, "water.toml");
    if (!read.scene) ADD_FAILURE() << "the scene has errors:\n" << text;
    return std::move(*read.scene);
}

const std::string wcsph = "solver = \"wcsph\"\n";
/// Of three turns a solve, so that none ends a turn earlier for a last bit.
constexpr int turns = 3;
const std::string three_turns = "velocity_error = 1e-6\ndensity_error = 1e-6\nmax_iterations = 3\n";
/// For long runs: steps twice as long.
const std::string slow_sound = wcsph + "sound_speed = 15\n";
/// A block of water of 1600 particles.
const std::string dam = "[[water_block]]\nname = \"dam\"\nmin = [0, 0, 0]\nmax = [0.2, 0.2, 0.32]\n";
const std::string wall = "[[wall]]\nmaterial = \"glass\"\n";
/// A tank that is open above, with a block in the way of the water.
const std::string tank = wall +
                         "name = \"tank\"\nshape = \"box-inside\"\nmin = [0, 0, 0]\nmax = [0.4, 0.2, 0.6]\n"
                         "open = [\"+z\"]\n" +
                         wall +
                         "name = \"block\"\nshape = \"box-outside\"\nmin = [0.28, 0.06, -0.1]\n"
                         "max = [0.34, 0.14, 0.1]\n";

/// Upper bounds for the sum of the sizes of all terms of a particle's rates.
struct Terms {
    double acceleration;  ///< [m/s^2]
    double density;       ///< of the rate of the relative density [1/s]
};

/// V sum |grad W| is 2.8 / spacing for the cubic spline of this support (twice the mean of 1 / r, 1.4 over
/// half the support); 3.6 / spacing leaves room for Wendland's kernel and crowded places. Half of the support
/// over the distance of neighbours is at most 2.
Terms termsOf(const Setup& setup, const state::World& world, double dt) {
    const state::Table& rows = world.table(water_table);
    double k = 0, v = 0, dense = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        k = std::max(k, std::abs(double{rows.read(fields::pressure)[i]}) / setup.water.density);
        v = std::max(v, length(wide(rows.read(fields::velocity)[i])));
        dense = std::max(dense, std::abs(double{rows.read(fields::density)[i]} / setup.water.density - 1));
    }
    const double around = 3.6 / setup.water.spacing, c = setup.sound_speed, support = setup.smoothing.support;
    const double excess = 2 * dense + length(setup.gravity) * support / (c * c);
    // Of pressure (k_i + k_j, and walls), artificial viscosity, viscosity, XSPH and gravity.
    return {around * (2 * k + 4 * setup.water.artificial_viscosity * c * v +
                      8 * setup.viscosity() * v / setup.water.spacing) +
                2 * setup.water.xsph * v / dt + length(setup.gravity),
            // Of what comes nearer, diffusion and spray.
            around * (2 * v + 4 * setup.water.density_diffusion * c * excess) + 2 * c / support * dense};
}

const state::Table& particlesIn(const scene::Simulation& simulation) {
    return std::as_const(simulation.world()).table(water_table);
}

/// Calls compare(wanted, found) behind a step on the processor and one on a device, from the same state,
/// which the processor came to; for each place where there are loops.
template <class Compare>
void afterAStep(const scene::Scene& scene, std::uint64_t before, Compare compare) {
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = testing_support::start(scene), found = testing_support::start(scene);
        ASSERT_TRUE(wanted.advance(before).ok());
        ASSERT_TRUE(found.advance(before).ok());
        runOn(place, found);
        ASSERT_TRUE(wanted.advance(1).ok());
        const step::StepReport report = found.advance(1);
        ASSERT_TRUE(report.ok()) << report.trouble->what;
        const auto ids = particlesIn(wanted).read(fields::id), others = particlesIn(found).read(fields::id);
        ASSERT_EQ(ids.size(), others.size());
        for (std::size_t i = 0; i < ids.size(); ++i) ASSERT_EQ(ids[i], others[i]) << "row " << i;
        compare(std::as_const(wanted), std::as_const(found));
    }
}

/// One step. Orders are the same; a sum of n terms in single
/// precision, taken in any order, is off by at most n 2^-24 of the sum of their sizes, and each term by some
/// ten roundings of its own. Two of these, of up to 60 neighbours, differ by 140 2^-24 of that sum.
void expectSameStep(const scene::Scene& scene, std::uint64_t before) {
    const Setup setup = setupOf(scene);
    afterAStep(scene, before, [&](const scene::Simulation& wanted, const scene::Simulation& found) {
        const state::Table &a = particlesIn(wanted), &b = particlesIn(found);
        const Terms terms = termsOf(setup, wanted.world(), wanted.clock().dt());
        const double roundings = 140 * std::pow(2.0, -24);
        double off = 0, rate_off = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const Vec3f d = a.read(fields::acceleration)[i] - b.read(fields::acceleration)[i];
            const float r = a.read(fields::density_rate)[i] - b.read(fields::density_rate)[i];
            off = std::max(off, length(wide(d)));
            rate_off = std::max(rate_off, std::abs(double{r}));
        }
        EXPECT_LE(off, roundings * terms.acceleration);
        EXPECT_LE(rate_off, roundings * terms.density);
    });
}

/// The same for dfsph: velocities, pressures of both solves and places. What a solve does is sums as those
/// above, two a turn and two besides, and the turns themselves make no error grow (relaxation.h). So after n
/// turns it is off by 2 n + 2 times as much. A pressure is an acceleration times its response, and a particle
/// answers to its neighbours' pressures by what they push it: k is by h a as large.
void expectSameSolves(const scene::Scene& scene, std::uint64_t before) {
    const Setup setup = setupOf(scene);
    afterAStep(scene, before, [&](const scene::Simulation& wanted, const scene::Simulation& found) {
        const state::Table &a = particlesIn(wanted), &b = particlesIn(found);
        const double dt = wanted.clock().dt(), support = setup.smoothing.support;
        const double acceleration = termsOf(setup, wanted.world(), dt).acceleration;
        const double bound = (2 * turns + 2) * 140 * std::pow(2.0, -24) * acceleration;
        double velocity = 0, pressure = 0, drift = 0, way = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            velocity =
                std::max(velocity, length(wide(a.read(fields::velocity)[i] - b.read(fields::velocity)[i])));
            way = std::max(way, length(a.read(fields::position)[i] - b.read(fields::position)[i]));
            const auto apart = [&](const state::Field<float>& field) {
                return std::abs(double{a.read(field)[i]} - double{b.read(field)[i]}) / setup.water.density;
            };
            pressure = std::max(pressure, apart(fields::pressure));
            drift = std::max(drift, apart(fields::drift_pressure));
        }
        EXPECT_LE(velocity, bound * dt);
        EXPECT_LE(pressure, bound * support);
        EXPECT_LE(drift, bound * support);
        EXPECT_LE(way, 2 * bound * dt * dt);
        const state::Table &ledger = std::as_const(wanted.world()).table(ledger_table),
                           &other = std::as_const(found.world()).table(ledger_table);
        for (const auto& field : {fields::pressure_iterations, fields::drift_iterations, fields::steps})
            EXPECT_EQ(ledger.read(field)[0], other.read(field)[0]) << field.name;
        // What is left may be no more than round-off of the rates, which are accelerations over the support.
        EXPECT_NEAR(ledger.read(fields::density_error)[0], other.read(fields::density_error)[0],
                    1e-3 * ledger.read(fields::density_error)[0] + bound * dt * dt / support);
    });
}

TEST(WaterOnDevice, AStepIsThatOfTheProcessor) {
    expectSameStep(sceneOf(textOf(wcsph, tank + dam)), 40);
    expectSameStep(sceneOf(textOf(wcsph, tank + dam)), 0);
}

TEST(WaterOnDevice, EveryForceIsThatOfTheProcessor) {
    expectSameStep(
        sceneOf(textOf(wcsph + "xsph = 0.1\nartificial_viscosity = 0.1\nviscosity = 0.5\n", tank + dam)), 40);
    expectSameStep(sceneOf(textOf(wcsph + "surface_tension = 0.07\nkernel = \"wendland\"\n", tank + dam)),
                   40);
}

TEST(WaterOnDevice, ASolveIsThatOfTheProcessor) {
    expectSameSolves(sceneOf(textOf(three_turns, tank + dam)), 40);
    expectSameSolves(sceneOf(textOf(three_turns, tank + dam)), 0);
    expectSameSolves(sceneOf(textOf(three_turns + "kernel = \"wendland\"\n", tank + dam)), 20);
}

// Friction in parts, XSPH, artificial viscosity, surface tension; and none of them.
TEST(WaterOnDevice, EveryForceOfDfsphIsThatOfTheProcessor) {
    expectSameSolves(sceneOf(textOf(three_turns + "xsph = 0.1\nartificial_viscosity = 0.1\nviscosity = 0.5\n"
                                                  "surface_tension = 0.07\nnoise_damping = 3\ndt = 0.004\n",
                                    tank + dam)),
                     40);
    expectSameSolves(sceneOf(textOf(three_turns + "noise_damping = 0\nviscosity = 0\n", tank + dam)), 40);
}

TEST(WaterOnDevice, DomainsThatRepeat) {
    const std::string world =
        "gravity = [0.5, 0, -9.81]\nperiodic = [\"x\", \"y\"]\ndomain_min = [0, 0, 0]\ndomain_max = [0.2, "
        "0.2, 0]";
    const std::string floor = wall + "name = \"floor\"\nshape = \"plane\"\npoint = [0, 0, 0]\n";
    expectSameStep(sceneOf(textOf(wcsph, floor + dam, world)), 60);
    expectSameSolves(sceneOf(textOf(three_turns, floor + dam, world)), 60);
}

/// Of a thin plate that moves up through the tank, a funnel and a disc.
TEST(WaterOnDevice, ThinWallsAndWallsThatMove) {
    const std::string walls =
        wall +
        "name = \"plate\"\nshape = \"rectangle\"\ncorner = [0.2, 0, 0]\nedge_u = [0, 0.2, 0]\n"
        "edge_v = [0, 0, 0.5]\n" +
        wall +
        "name = \"disc\"\nshape = \"disc\"\ncentre = [0.1, 0.1, 0.1]\nnormal = [0, 0, 1]\nradius = 0.06\n"
        "[[motion]]\nwall = \"plate\"\nkind = \"translate\"\nvelocity = [0, 0, 0.5]\n";
    expectSameStep(sceneOf(textOf(wcsph, tank + walls + dam)), 60);
    expectSameSolves(sceneOf(textOf(three_turns, tank + walls + dam)), 60);
}

struct Summary {
    Vec3d middle;
    Measures measures;
    std::vector<Vec3d> loads;
};
Summary summaryOf(const scene::Simulation& simulation) {
    Summary s;
    const state::Table& rows = simulation.world().table(water_table);
    for (const Vec3d& p : rows.read(fields::position)) s.middle += p / static_cast<double>(rows.size());
    const Setup setup = setupOf(simulation.scene());
    s.measures = measure(exec::Exec::serial(), simulation.world(), setup.mass, setup.water.density);
    const state::Table& loads = simulation.world().table(load_table);
    for (std::size_t w = 0; w < loads.size(); ++w)
        s.loads.push_back(loads.read(fields::impulse)[w] / loads.read(fields::load_time)[w]);
    return s;
}

// Two runs whose last bits differ go apart; their means do so by far less than a thousandth of a spacing
// while the dam falls onto the block.
/// @param fastest it is so fast at the end, or faster [m/s] @param walls that it presses on by then
void expectSameFall(const scene::Scene& scene, double fastest, std::size_t walls) {
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = testing_support::start(scene), found = testing_support::start(scene);
        runOn(place, found);
        const std::uint64_t steps = 20 * wanted.clock().steps_per_frame - 1;
        ASSERT_TRUE(wanted.advance(steps).ok());
        ASSERT_TRUE(found.advance(steps).ok());
        const Summary a = summaryOf(wanted), b = summaryOf(found);
        EXPECT_EQ(a.measures.count, b.measures.count);
        EXPECT_GT(a.measures.fastest, fastest) << "it fell";
        EXPECT_LT(length(a.middle - b.middle), 1e-3 * 0.02);
        EXPECT_NEAR(a.measures.kinetic, b.measures.kinetic, 2e-3 * a.measures.kinetic);
        ASSERT_EQ(a.loads.size(), 2u);
        for (std::size_t w = 0; w < walls; ++w) {
            EXPECT_GT(length(a.loads[w]), 0.1) << "wall " << w;
            EXPECT_LT(length(a.loads[w] - b.loads[w]), 0.02 * length(a.loads[w])) << "wall " << w;
        }
    }
}

TEST(WaterOnDevice, ADamBreaksAsOnTheProcessor) {
    expectSameFall(sceneOf(textOf(slow_sound, tank + dam)), 1, 2);
    expectSameFall(sceneOf(textOf("", tank + dam)), 1, 2);
}

// Its viscosity is solved for.
TEST(WaterOnDevice, ThickLiquidsFallAsOnTheProcessor) {
    const scene::Scene scene = sceneOf(textOf("viscosity = 50\n", tank + dam));
    ASSERT_TRUE(setupOf(scene).solvesViscosity());
    expectSameFall(scene, 0.1, 1);  // it does not get to the block
}

TEST(WaterOnDevice, TheNumberOfThreadsDoesNotMatter) {
    for (const std::string& solver : {wcsph, std::string{}, std::string("viscosity = 50\n")}) {
        const scene::Scene scene = sceneOf(textOf(solver, tank + dam));
        scene::Simulation one = testing_support::start(scene), two = testing_support::start(scene);
        runOn(exec::Exec::serial(), one);
        runOn(exec::Exec::cpu(2), two);
        ASSERT_TRUE(one.advance(100).ok());
        ASSERT_TRUE(two.advance(60).ok());
        ASSERT_TRUE(two.advance(40).ok());
        testing_support::expectSameState(two.world(), one.world());
    }
}

// Rain and an inflow, a sink in the way, and an edge over which water falls off the scene.
TEST(WaterOnDevice, WaterComesAndGoes) {
    const std::string more =
        wall +
        "name = \"table\"\nshape = \"rectangle\"\ncorner = [0, 0, 0]\nedge_u = [0.3, 0, 0]\n"
        "edge_v = [0, 0.2, 0]\n" +
        dam +
        "[[inflow]]\nname = \"tap\"\ncentre = [0.1, 0.1, 0.5]\nradius = 0.05\nspeed = 2\n"
        "[[rain]]\nname = \"rain\"\nmin = [0, 0]\nmax = [0.3, 0.2]\nheight = 0.7\nrate = 0.05\n"
        "[[sink]]\nname = \"hole\"\nshape = \"box\"\nmin = [0.2, 0, 0]\nmax = [0.3, 0.1, 0.1]\n";
    for (const scene::Scene& scene : {sceneOf(textOf(slow_sound, more)), sceneOf(textOf("", more))})
        for (const exec::Exec& place : places()) {
            scene::Simulation wanted = testing_support::start(scene), found = testing_support::start(scene);
            runOn(place, found);
            const std::uint64_t steps = 36 * wanted.clock().steps_per_frame;
            ASSERT_TRUE(wanted.advance(steps).ok());
            ASSERT_TRUE(found.advance(steps).ok());
            const state::Table &a = std::as_const(wanted.world()).table(ledger_table),
                               &b = std::as_const(found.world()).table(ledger_table);
            EXPECT_EQ(a.read(fields::made)[0], b.read(fields::made)[0]);
            EXPECT_GT(b.read(fields::made)[0], 1700u);
            const auto sunk = static_cast<double>(a.read(fields::sunk)[0]),
                       fallen = static_cast<double>(a.read(fields::fallen)[0]);
            EXPECT_GT(sunk, 20);
            EXPECT_GT(fallen, 20);
            // Who goes over an edge at what moment is a matter of last bits.
            EXPECT_NEAR(static_cast<double>(b.read(fields::sunk)[0]), sunk, 0.1 * sunk);
            EXPECT_NEAR(static_cast<double>(b.read(fields::fallen)[0]), fallen, 0.1 * fallen);
            EXPECT_EQ(b.read(fields::made)[0] - b.read(fields::sunk)[0] - b.read(fields::fallen)[0],
                      std::as_const(found.world()).table(water_table).size());
        }
}

TEST(WaterOnDevice, RunContinuesFromCheckpointsOfBoth) {
    for (const std::string& solver : {wcsph, std::string{}})
        for (const exec::Exec& place : places()) {
            scene::Scene scene = sceneOf(textOf(solver, tank + dam));
            scene.output.checkpoint_frames = 1;
            const test::TemporaryFolder folder;
            ASSERT_TRUE(go(scene, folder / "whole", 2, {}, false));
            ASSERT_TRUE(go(scene, folder / "parts", 2, {}, false));
            const auto wanted = go(scene, folder / "whole", 5, place, true);
            ASSERT_TRUE(go(scene, folder / "parts", 3, place, true));
            const auto found = go(scene, folder / "parts", 5, place, true);
            ASSERT_TRUE(wanted && found);
            EXPECT_EQ(found->state_hash, wanted->state_hash);
            ASSERT_TRUE(go(scene, folder / "parts", 6, {}, true)) << "the processor goes on";
        }
}

TEST(WaterOnDevice, StagesAreTimedByTheNamesOfThePipeline) {
    for (const std::string& solver : {wcsph, std::string{}, std::string("viscosity = 50\n")}) {
        const scene::Scene scene = sceneOf(textOf(solver + "dt = 0.001\n", tank + dam));
        scene::Simulation simulation = testing_support::start(scene), wanted = testing_support::start(scene);
        runOn(exec::Exec::serial(), simulation);
        ASSERT_TRUE(simulation.advance(3).ok());
        ASSERT_TRUE(wanted.advance(3).ok());
        // Sources run only when they are due.
        const auto calls = [](const scene::Simulation& of) {
            std::vector<std::pair<std::string, std::uint64_t>> of_stages;
            for (const step::StageTime& stage : of.stageTimes())
                if (stage.name != "sinks") of_stages.emplace_back(stage.name, stage.calls);
            return of_stages;
        };
        EXPECT_EQ(calls(simulation), calls(wanted));
    }
}

TEST(WaterOnDevice, NanPositionIsReported) {
    scene::Simulation simulation = testing_support::start(sceneOf(textOf(wcsph, tank + dam)));
    runOn(places().front(), simulation);
    simulation.world().table(water_table).write(fields::position)[7].x = std::nan("");
    const step::StepReport report = simulation.advance(1);
    ASSERT_FALSE(report.ok());
    EXPECT_THAT(report.trouble->what, testing::HasSubstr("not a number"));
    EXPECT_EQ(report.trouble->ids.size(), 1u);
}

TEST(WaterOnDevice, UnsupportedFeaturesAreRefused) {
    EXPECT_TRUE(scene::notOnDevice(sceneOf(textOf(wcsph, tank + dam))).empty());
    EXPECT_TRUE(scene::notOnDevice(sceneOf(textOf("", tank + dam))).empty());
    std::string of_thesis = textOf("solver = \"mueller\"\npreset = \"thesis\"\n", tank + dam);
    of_thesis.erase(of_thesis.find("spacing = 0.02\n"), 15);
    EXPECT_THAT(scene::notOnDevice(sceneOf(of_thesis)),
                testing::ElementsAre("solver = \"mueller\" in [water]"));
    const scene::Scene ball = sceneOf(textOf(
        wcsph, tank + dam + wall +
                   "name = \"ball\"\nshape = \"sphere-outside\"\ncentre = [0.3, 0.1, 0.2]\nradius = 0.05\n"));
    EXPECT_THAT(scene::notOnDevice(ball), testing::ElementsAre("walls of shape \"sphere-outside\": 'ball'"));
    const auto steps = deviceSteps(setupOf(ball), exec::Exec::serial(), exec::Exec::serial());
    ASSERT_FALSE(steps);
    EXPECT_THAT(steps.error().message, testing::HasSubstr("does not support walls of shape"));
}

}  // namespace
}  // namespace talus::water

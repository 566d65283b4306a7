// Grains that become ground and come back: mass, bits, and what is free where.
#include "talus/couple/hybrid/exchange.h"

#include <map>

#include "talus/ground/fields.h"
#include "tests/grains/grain_world.h"
#include "tests/support/sand_on_ground.h"
#include "tests/support/scene_text.h"

namespace talus::couple {
namespace {

using namespace testing_support;
namespace f = grains::fields;

/// Held early, so that short runs come to what is tested.
const char* eager = R"(
interval = "5 ms"
quiet = "5 ms"
still = 0.03
shell = 1
)";

/// A lump of sand falls on ground, spreads and comes to rest; `more` goes at the end of the file.
scene::Scene lump(const std::string& more = "", const std::string& hybrid = eager) {
    return test::sceneOf(test::SandOnGround{.time = "duration = 1\nframe_interval = 0.05\ndt = 5e-5"}.text() +
                         R"([hybrid]
)" + hybrid + R"(
[[fill]]
name = "lump"
material = "sand"
min = [-0.03, -0.03, 0]
max = [0.03, 0.03, 0.05]
grain_radius = 0.0025
radius_spread = 0.2
)" + more);
}

/// Steps that have the length of that many seconds.
std::uint64_t stepsIn(const scene::Simulation& simulation, double seconds) {
    return static_cast<std::uint64_t>(std::lround(seconds / simulation.clock().dt()));
}

double massOf(const scene::Simulation& simulation) {
    double sum = storedMass(simulation.exec(), simulation.world());
    for (const double m : simulation.world().table(grains::grains_table).read(f::mass)) sum += m;
    // And what rolled off the ground.
    for (const double m : simulation.world().table(grains::sinks_table).read(f::taken_mass)) sum += m;
    return sum;
}

TEST(Exchange, MostOfALumpBecomesGroundAndMassIsConserved) {
    scene::Simulation simulation = start(lump());
    const double mass = massOf(simulation);
    const std::size_t all = simulation.world().table(grains::grains_table).size();
    std::uint64_t absorbed = 0;
    for (int k = 0; k < 20; ++k) {
        advance(simulation, stepsIn(simulation, 0.05));
        // A few hundred sums of four products each, each off by half an ulp at most.
        ASSERT_NEAR(massOf(simulation) / mass, 1, 1e-12);
        absorbed = ledgerOf(simulation.exec(), simulation.world()).absorbed;
    }
    const Ledger ledger = ledgerOf(simulation.exec(), simulation.world());
    EXPECT_GT(absorbed, all / 4);
    EXPECT_EQ(simulation.world().table(grains::grains_table).size() + absorbed - ledger.released +
                  granularOf(simulation).fallen(simulation.world()),
              all);
    EXPECT_GT(ledger.settled, all / 40);
}

TEST(Exchange, NoIdIsGivenTwice) {
    const std::string more = R"(
[[emitter]]
name = "spout"
material = "sand"
centre = [0.0, 0.0, 0.1]
radius = 0.015
speed = 0.5
rate = 500
count = 250
grain_radius = 0.0025
)";
    scene::Simulation simulation = start(lump(more));
    std::map<std::uint32_t, float> birth;
    for (int k = 0; k < 22; ++k) {
        advance(simulation, stepsIn(simulation, 0.02));
        const state::Table& grains = simulation.world().table(grains::grains_table);
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const auto [known, is_new] = birth.try_emplace(grains.read(f::id)[i], grains.read(f::birth)[i]);
            ASSERT_EQ(known->second, grains.read(f::birth)[i]) << "grain " << known->first;
        }
    }
    const Ledger ledger = ledgerOf(simulation.exec(), simulation.world());
    EXPECT_GT(ledger.absorbed, 200u);
    EXPECT_GT(ledger.released, 5u) << "grains that come out of the ground get new ids";
}

TEST(Exchange, SettledGrainsDoNotMove) {
    scene::Simulation simulation = start(lump());
    advance(simulation, stepsIn(simulation, 0.8));
    const auto placesOfSettled = [&] {
        std::map<std::uint32_t, Vec3d> places;
        const state::Table& grains = simulation.world().table(grains::grains_table);
        for (std::size_t i = 0; i < grains.size(); ++i)
            if (grains.read(f::settled)[i] == grains::lies_as_ground)
                places[grains.read(f::id)[i]] = grains.read(f::position)[i];
        return places;
    };
    const auto before = placesOfSettled();
    ASSERT_GT(before.size(), 20u);
    advance(simulation, stepsIn(simulation, 0.004));
    for (const auto& [id, place] : placesOfSettled())
        if (const auto at = before.find(id); at != before.end()) {
            EXPECT_EQ(at->second, place) << id;
        }
}

// A bed of three layers comes to rest and is held, all of it; a grain that was thrown up falls on its middle.
// What is near is free when it lands, the rest is not.
TEST(Exchange, SurfaceStaysSettledUntilAGrainComesNear) {
    const std::string falling = R"(
[[grain]]
material = "sand"
radius = 0.004
position = [0, 0, 0.1]
velocity = [0, 0, 4]
)";
    scene::Scene scene = lump(falling, "quiet = \"40 ms\"\nstill = 0.03\nshell = 20");
    grains::in(scene).fills.front().box.max.z = 0.016;
    for (grains::Contact& contact : grains::in(scene).contacts) {
        contact.rolling = grains::Rolling::Spring;
        contact.rolling_friction = 0.3;
        contact.rolling_stiffness = 60;
    }
    scene::Simulation simulation = start(scene);
    struct Held {
        std::size_t near = 0, free_near = 0, far = 0, free_far = 0;
    };
    const auto held = [&] {
        const state::Table& grains = simulation.world().table(grains::grains_table);
        Held count;
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec3d& p = grains.read(f::position)[i];
            const double from_axis = std::hypot(p.x, p.y);
            const bool is_free = grains.read(f::settled)[i] == 0;
            if (grains.read(f::radius)[i] > 0.0035) continue;  // the one that falls
            if (from_axis < 0.01) ++count.near, count.free_near += is_free;
            if (from_axis > 0.02) ++count.far, count.free_far += is_free;
        }
        return count;
    };
    const double lands = (4 + std::sqrt(4 * 4 + 2 * 9.81 * (0.1 - 0.018))) / 9.81;
    advance(simulation, stepsIn(simulation, lands - 0.08));
    const Held before = held();
    ASSERT_GT(before.near, 3u);
    ASSERT_GT(before.far, 50u);
    EXPECT_EQ(before.free_near, 0u);
    EXPECT_EQ(before.free_far, 0u);
    advance(simulation, stepsIn(simulation, 0.085));
    const Held after = held();
    EXPECT_GT(after.free_near, 0u);
    EXPECT_EQ(after.free_far, 0u);
}

TEST(Exchange, SameBitsForAnyNumberOfThreadsAndAfterResume) {
    const scene::Scene scene = lump();
    const auto hashWith = [&](const exec::Exec& exec) {
        scene::Simulation simulation = start(scene, exec);
        advance(simulation, 5000);
        EXPECT_GT(ledgerOf(exec, simulation.world()).absorbed, 100u);
        EXPECT_GT(ledgerOf(exec, simulation.world()).released, 5u);
        return state::stateHash(simulation.world());
    };
    const std::uint64_t serial = hashWith(exec::Exec::serial());
    EXPECT_EQ(hashWith(exec::Exec::cpu(2)), serial);
    EXPECT_EQ(hashWith(exec::Exec::cpu(5)), serial);
    scene::Simulation first = start(scene), second = start(scene);
    advance(first, 4050);  // between two rounds of the exchange
    ASSERT_TRUE(state::restore(state::takeSnapshot(first.world()), second.world()).ok());
    advance(second, 950);
    EXPECT_EQ(state::stateHash(second.world()), serial);
}

TEST(Exchange, StepsInARowGiveTheSameBits) {
    const scene::Scene scene = lump();
    scene::Simulation one = start(scene), row = start(scene);
    advance(one, 4992);
    for (int k = 0; k < 312; ++k) ASSERT_TRUE(row.advance(16).ok());
    EXPECT_GT(ledgerOf(row.exec(), row.world()).absorbed, 100u);
    EXPECT_EQ(state::stateHash(one.world()), state::stateHash(row.world()));
}

/// Ground that is sand from the start, and a box that drives into it.
const char* plough = R"(
[[wall]]
name = "plough"
material = "floor"
shape = "box-outside"
min = [-0.06, -0.03, -0.012]
max = [-0.04, 0.03, 0.05]
[[motion]]
wall = "plough"
kind = "translate"
velocity = [0.1, 0.0, 0.0]
start = 0.02
)";

TEST(Exchange, PloughReleasesSandAndPilesItUp) {
    scene::Scene scene = lump(plough,
                              "interval = \"5 ms\"\ndepth = 0.02\nmaterial = \"sand\"\n"
                              "grain_radius = 0.0025");
    grains::in(scene).fills.clear();
    // One of another size: the places of sand in the ground are apart by that sand's own.
    grains::Grain small;
    small.material = "sand";
    small.position = {0.08, 0.08, 0.0015};
    small.radius = 0.0015;
    grains::in(scene).placed.push_back(small);
    scene::Simulation simulation = start(scene);
    const double mass = massOf(simulation);
    EXPECT_NEAR(storedMass(simulation.exec(), simulation.world()) / (0.205 * 0.205 * 0.02 * 0.6 * 2500), 1,
                1e-12)
        << "columns stand for the ground around";
    // Sand is carried along in front of the box, whose front goes from -0.04 to 0.008, and heaps up there.
    double highest = -1;
    const state::Table& grains = simulation.world().table(grains::grains_table);
    for (int part = 0; part < 10; ++part) {
        advance(simulation, stepsIn(simulation, 0.05));
        const double front = -0.04 + 0.1 * (0.05 * (part + 1) - 0.02);
        highest = -1;
        for (std::size_t i = 0; i < grains.size(); ++i) {
            const Vec3d& p = grains.read(f::position)[i];
            const bool beside = std::abs(p.y) < 0.03;
            if (p.x > front && beside && length(grains.read(f::velocity)[i]) < 0.15)
                highest = std::max(highest, p.z);
            EXPECT_FALSE(p.x > front - 0.02 + 0.0005 && p.x < front - 0.0005 && std::abs(p.y) < 0.0295 &&
                         p.z < 0.0495 && p.z > -0.0115)
                << "in the box: " << p.x << " " << p.y << " " << p.z;
        }
    }
    // The box swept 48 x 60 x 12 mm^3. All of it in front, at 30 degrees, would be 25 mm high; part goes to
    // the sides.
    EXPECT_GT(highest, 0.012);
    EXPECT_LT(highest, 0.025) << "grains were piled up, not pushed";
    const Ledger ledger = ledgerOf(simulation.exec(), simulation.world());
    EXPECT_GT(ledger.released, 300u);
    EXPECT_NEAR(massOf(simulation) / mass, 1, 1e-12);
    // Nothing was thrown: grains that came out where others were would fly.
    EXPECT_LT(measured(simulation).fastest, 1.0);
}

}  // namespace
}  // namespace talus::couple

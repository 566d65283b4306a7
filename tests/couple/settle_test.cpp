// Which grains are held, freed and taken into the ground at a round.
#include "talus/couple/hybrid/settle.h"

#include <cmath>
#include <numbers>

#include "talus/grains/fields.h"
#include "talus/grains/sources/new_grain.h"

namespace talus::couple {
namespace {

namespace f = grains::fields;
constexpr double radius = 0.002, until = 0.02;

/// Grains over flat ground at height 0, as a round finds them; no wall moves.
struct Round {
    state::Table grains, buried;
    ColumnStore::Setup columns;
    exec::Array<double> height, stored_mass, pristine;
    exec::Array<std::uint32_t> laid_out;

    Round() : grains(tableOf(grains::grains_table)), buried(tableOf(buried_table)) {
        columns.grid = {-0.1, -0.1, 0.005, 41, 41};
        columns.bedrock.resize(columns.grid.size());
        columns.density.assign(1, 2500);
        height.resize(columns.grid.size());
        stored_mass.resize(columns.grid.size());
        pristine.resize(columns.grid.size());
        laid_out.resize(columns.grid.size());
    }
    static state::Table tableOf(const char* name) {
        state::World world;
        grains::addGrainTables(world, {.settles = true});
        addBuriedTable(world);
        return world.table(name);
    }

    /// @param went since the last round [m]
    void put(const Vec3d& position, std::uint8_t settled, const Vec3d& went = {}) {
        grains::appendGrain(grains,
                            {.position = position,
                             .velocity = {},
                             .spin = {},
                             .radius = radius,
                             .density = 2500,
                             .material = 0},
                            {});
        const std::size_t row = grains.size() - 1;
        grains.write(f::settled)[row] = settled;
        grains.write(f::seen_at)[row] = position - went;
    }
    void run() {
        Exchange exchange;
        exchange.hybrid.wake = 1.5;  // diameters: of the neighbours of what moves, and not of theirs
        exchange.largest_radius = radius;
        exchange.columns = std::make_shared<ColumnStore::Setup>(columns);
        exchange.gravity = {0, 0, -9.81};
        const environment::Walls none({}, {}, {});
        const exec::Exec exec = exec::Exec::serial();
        const Stacks stacks(exec, std::as_const(grains).read(f::position), 2.3 * radius);
        const Disturbance nothing(none, {}, 0, until, 0.01);
        ColumnStore store(columns, height.view(), stored_mass.view(), pristine.view(), laid_out.view());
        Buried in_ground(buried);
        settle(exec, exchange, stacks, nothing, until, grains, store, in_ground);
    }
    int settled(std::size_t row) const { return grains.read(f::settled)[row]; }
};

/// Five held grains in a row, each touching the next, up a slope, and one that rolls over the middle one.
Round rowUpASlope(double degrees) {
    Round round;
    const double slope = degrees * std::numbers::pi / 180;
    const Vec3d up{std::cos(slope), 0, std::sin(slope)}, out{-up.z, 0, up.x};
    const Vec3d middle{0, 0, 0.02};
    for (int k = -2; k <= 2; ++k) round.put(middle + up * (2 * radius * k), grains::lies_as_ground);
    round.put(middle + out * (2 * radius), 0, up * radius);
    return round;
}

// Sand stands at up to some 40 degrees. By a cone of 0.8 diameters a neighbour up a slope of 37 degrees and
// more lies over a grain, which then stays held on the surface whatever rolls over it (and heaps of slow
// pours came out 2 degrees too flat).
TEST(Settle, NeighboursFurtherUpASlopeDoNotCoverAGrain) {
    for (const double degrees : {20.0, 30.0, 40.0, 45.0}) {
        Round round = rowUpASlope(degrees);
        round.run();
        for (const std::size_t near : {1, 2, 3}) EXPECT_EQ(round.settled(near), 0) << near << ", " << degrees;
    }
    // Where they stand on each other, the two lower ones have the two and more over them that are asked for.
    Round steep = rowUpASlope(85);
    steep.run();
    for (const std::size_t covered : {0, 1, 2}) EXPECT_NE(steep.settled(covered), 0) << covered;
    EXPECT_EQ(steep.settled(3), 0) << "one over it";
}

/// Six held grains, one on the other.
Round tower() {
    Round round;
    for (int k = 0; k < 6; ++k) round.put({0, 0, radius * (1 + 2 * k)}, grains::lies_as_ground);
    return round;
}

TEST(Settle, GrainUnderTwoSettledGrainsBecomesGround) {
    Round round = tower();
    round.run();
    EXPECT_EQ(round.settled(0), grains::gone_to_ground);
    for (std::size_t k = 1; k < 6; ++k) EXPECT_EQ(round.settled(k), grains::lies_as_ground) << k;
    double held = 0;
    for (const double m : std::as_const(round.stored_mass).view()) held += m;
    const double mass = round.grains.read(f::mass)[0];
    EXPECT_NEAR(held / mass, 1, 1e-15);  // four products, each off by half an ulp at most
    ASSERT_EQ(round.buried.size(), 1u);
    const BuriedGrain buried = Buried(round.buried).at(0);
    EXPECT_EQ(buried.position, round.grains.read(f::position)[0]);
    EXPECT_EQ(buried.radius, radius);
    EXPECT_EQ(buried.mass, mass);
}

// It would fall into the hole: columns rise over 10 mm, not by one grain where it was. A heap of a slow pour
// lost 1% of its volume in that way.
TEST(Settle, GrainBesideAFreeOneDoesNotBecomeGround) {
    for (const double distance : {2.0, 2.2, 2.4}) {
        Round round = tower();
        round.put({distance * radius, 0, radius}, 0);
        round.run();
        EXPECT_EQ(round.settled(0), distance < 2.28 ? grains::lies_as_ground : grains::gone_to_ground)
            << distance;
    }
}

TEST(Settle, GrainOnAnotherGrainDoesNotBecomeGround) {
    for (const double degrees : {10.0, 45.0, 55.0, 90.0}) {
        Round round;
        for (int k = 0; k < 6; ++k) round.put({0, 0, radius * (3 + 2 * k)}, grains::lies_as_ground);
        const double slope = degrees * std::numbers::pi / 180;
        round.put(Vec3d{0, 0, 3 * radius} - Vec3d{std::cos(slope), 0, std::sin(slope)} * (2 * radius),
                  grains::lies_as_ground);
        round.run();
        EXPECT_EQ(round.settled(0), degrees < 49 ? grains::gone_to_ground : grains::lies_as_ground)
            << degrees;
    }
}

}  // namespace
}  // namespace talus::couple

#include "talus/grains/motion/rest.h"

#include <algorithm>

#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::advance;
using testing_support::of;
using testing_support::sandScene;
using testing_support::start;

/// A lattice of grains far from each other, some of which move: they rest after a few steps where nothing
/// moves.
scene::Scene latticeScene(double speed_of_last) {
    scene::Scene scene = sandScene(Contact{}, 1e-5);
    grains::in(scene).params.rest = true;
    grains::in(scene).params.rest_window = 1e-4;
    for (int k = 0; k < 5000; ++k) {
        Grain grain;
        grain.material = "sand";
        grain.position = Vec3d{double(k % 17), double(k / 17 % 17), double(k / 289)} * 0.0041;
        if (k == 4999) grain.velocity = {0, 0, speed_of_last};
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

std::size_t asleep(const scene::Simulation& simulation) {
    std::size_t count = 0;
    for (const std::uint8_t a : simulation.world().table(blocks_table).read(fields::asleep)) count += a;
    return count;
}

TEST(Rest, BlocksSleepAfterTheWindowUnlessSomethingMovesNearThem) {
    scene::Simulation still = start(latticeScene(0)), moving = start(latticeScene(1));
    advance(still, 9);
    EXPECT_EQ(asleep(still), 0u);
    advance(still, 3);
    const std::size_t blocks = still.world().table(blocks_table).size();
    EXPECT_EQ(asleep(still), blocks);
    advance(moving, 12);
    EXPECT_LT(asleep(moving), blocks);
    EXPECT_GT(measured(moving).kinetic, 0);
}

/// The block of the grain with this id.
std::size_t blockOf(const scene::Simulation& simulation, std::uint32_t id) {
    const auto ids = simulation.world().table(grains_table).read(fields::id);
    const auto ends = simulation.world().table(blocks_table).read(fields::grains_end);
    const auto at = static_cast<std::size_t>(std::find(ids.begin(), ids.end(), id) - ids.begin());
    std::size_t block = 0;
    while (ends[block] <= at) ++block;
    return block;
}

constexpr std::uint32_t side = 17;     // grains along an edge of the lattice
constexpr std::uint32_t flier = 4800;  // id of the one that flies: it comes behind so many at rest

/// Grain `hit` of a lattice, at its side, and one that flies towards it.
scene::Scene shotScene(std::uint32_t hit) {
    scene::Scene scene = latticeScene(0);
    grains::in(scene).placed.resize(flier);
    for (std::uint32_t k = 0; k < flier; ++k)
        grains::in(scene).placed[k].position =
            Vec3d{double(k % side), double(k / side % side), double(k / (side * side))} * 0.0041;
    grains::in(scene).params.rest_distance = 1e-7;
    Grain grain = grains::in(scene).placed[hit];
    grain.position +=
        Vec3d{0.0095, 0.001, 0.0008};  // a gap of 5.7 mm, and off the middle: grains are spun too
    grain.velocity = {-4, 0, 0};
    grains::in(scene).placed.push_back(grain);
    return scene;
}

/// A grain at the side of the lattice for which the one that flies towards it is of another block.
std::uint32_t atSeam() {
    for (std::uint32_t k = side - 1; k < flier; k += side) {
        const scene::Simulation simulation = start(shotScene(k));
        if (blockOf(simulation, k) != blockOf(simulation, flier)) return k;
    }
    return flier;
}

// A grain flies into a lattice that sleeps, and hits one of a block that is not its own. That block wakes,
// and from then on every grain moves as if none had ever slept: the same bits. So nothing of the blow is
// lost. The distance is so short that no grain that was hit counts as resting.
TEST(Rest, AGrainThatFliesIntoASleepingLatticeWakesIt) {
    const std::uint32_t hit = atSeam();
    ASSERT_NE(hit, flier) << "no seam of two blocks at the side of the lattice";
    const scene::Scene scene = shotScene(hit);
    scene::Scene restless = scene;
    grains::in(restless).params.rest = false;
    scene::Simulation simulation = start(scene), reference = start(restless);
    const Vec3d momentum = measured(simulation).momentum;
    bool slept = false;
    int steps = 0;
    for (; steps < 400 && length(of(simulation, fields::velocity, hit)) == 0; ++steps) {
        const std::size_t block = blockOf(simulation, hit);
        slept |= block != blockOf(simulation, flier) &&
                 simulation.world().table(blocks_table).read(fields::asleep)[block] == 1;
        advance(simulation, 1);
    }
    ASSERT_TRUE(slept) << "the grain that is hit should have been asleep before";
    ASSERT_LT(steps, 400) << "it was not hit";
    advance(simulation, 150);
    steps += 150;
    advance(reference, static_cast<std::uint64_t>(steps));
    std::size_t moving = 0;
    for (std::uint32_t id = 0; id <= flier; ++id) {
        EXPECT_EQ(of(simulation, fields::position, id), of(reference, fields::position, id)) << id;
        const Vec3d v = of(simulation, fields::velocity, id);
        EXPECT_EQ(v, of(reference, fields::velocity, id)) << id;
        moving += length(v) > 0;
    }
    EXPECT_GT(moving, 3u) << "the blow should have gone on into the lattice";
    // Some hundred additions of numbers as large as the sum.
    EXPECT_LT(length(measured(simulation).momentum - momentum), 1e-13 * length(momentum));
}

TEST(Rest, IsTheSameForAnyThreadCount) {
    scene::Simulation one = start(latticeScene(1)), three = start(latticeScene(1), exec::Exec::cpu(3));
    advance(one, 60);
    advance(three, 60);
    EXPECT_EQ(state::stateHash(one.world()), state::stateHash(three.world()));
}

}  // namespace
}  // namespace talus::grains

#include "talus/grains/rest.h"

#include "tests/grains/grain_world.h"

namespace talus::grains {
namespace {

using testing_support::advance;
using testing_support::sandScene;
using testing_support::start;

/// A lattice of grains far from each other, some of which move: they rest after a few steps where nothing
/// moves.
scene::Scene latticeScene(double speed_of_last) {
    scene::Scene scene = sandScene(Contact{}, 1e-5);
    scene.grains.rest = true;
    scene.grains.rest_window = 1e-4;
    for (int k = 0; k < 5000; ++k) {
        Grain grain;
        grain.material = "sand";
        grain.position = Vec3d{double(k % 17), double(k / 17 % 17), double(k / 289)} * 0.0041;
        if (k == 4999) grain.velocity = {0, 0, speed_of_last};
        scene.placed.push_back(grain);
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
    EXPECT_EQ(asleep(still), 3u);
    advance(moving, 12);
    EXPECT_LT(asleep(moving), 3u);
    EXPECT_GT(moving.measure().kinetic, 0);
}

TEST(Rest, IsTheSameForAnyThreadCount) {
    scene::Simulation one = start(latticeScene(1)), three = start(latticeScene(1), exec::Exec::cpu(3));
    advance(one, 60);
    advance(three, 60);
    EXPECT_EQ(state::stateHash(one.world()), state::stateHash(three.world()));
}

}  // namespace
}  // namespace talus::grains

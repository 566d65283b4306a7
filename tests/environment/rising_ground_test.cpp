// Ground that rose over a particle puts it back on top, and not through a wall above it.
#include <gtest/gtest.h>

#include "talus/environment/contact/obstacles.h"
#include "talus/geometry/heightfield.h"

namespace talus::environment {
namespace {

constexpr double reach = Obstacles::smallest_reach;

/// Where a particle at rest that is below the ground by 0.1 ends after a step of 1 s.
Vec3d lifted(const std::vector<Wall>& all) {
    const geometry::Heightfield field = geometry::flatHeightfield({-2, -2, 1, 5, 5}, 0.1);
    const geometry::GroundSurface ground(field.grid, field.height.view());
    const Walls walls(all, std::vector<std::uint16_t>(all.size(), 0), {});
    const Surfaces surfaces{std::vector<Surface>(all.size(), Surface{0, 0}), {0, 0}};
    const WallsAt now(walls, 0);
    Loads loads{std::vector<Load>(all.size()), {}};
    Obstacles::Scratch scratch;
    Traveller t{{0.3, 0.2, 0}, {0.3, 0.2, 0}, {}, 0, 1};
    Obstacles(surfaces, FaceBounds(walls), now, now, &ground).travel(t, 1, scratch, loads);
    EXPECT_EQ(t.velocity, Vec3d{});
    return t.position;
}

TEST(RisingGround, LiftsWhatIsOnIt) { EXPECT_NEAR(lifted({}).z, 0.1 + reach, 1e-12); }

TEST(RisingGround, LiftsNothingThroughAPlate) {
    Wall plate;
    plate.name = "plate";
    plate.kind = Wall::Kind::Rectangle;
    plate.rectangle = {{-1, -1, 0.05}, {2, 0, 0}, {0, 2, 0}};
    EXPECT_NEAR(lifted({plate}).z, 0.05 - reach, 1e-9);
}

}  // namespace
}  // namespace talus::environment

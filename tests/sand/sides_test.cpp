// Which sides of a solid a node inside it touches (mpm/walls/sides.h).
#include "talus/sand/mpm/walls/sides.h"

#include <gmock/gmock.h>

#include <numbers>

#include "talus/environment/wall_motion.h"

namespace talus::sand::mpm {
namespace {

constexpr double cell = 0.01;

/// One solid, as WallsAt shows it.
struct OneSolid {
    environment::WallFace of;
    bool is_moving = false;
    environment::Pose at{};

    const environment::WallFace& face(std::uint32_t) const { return of; }
    bool moves(std::size_t) const { return is_moving; }
    const environment::Pose& pose(std::size_t) const { return at; }
    Vec3d inFrame(std::size_t, const Vec3d& x) const { return is_moving ? at.toLocal(x) : x; }
    environment::WallDistance distance(const Vec3d& x) const {
        environment::WallDistance found = environment::nearest::onFace(of, inFrame(0, x));
        if (is_moving) found.normal = rotated(at.rotation, found.normal);
        return found;
    }
};

const OneSolid box{{environment::WallFace::Kind::BoxOutside, 0, 0, {0, 0, 0}, {0.08, 0.06, 0.04}, {}}};

/// The normals of the sides that a node touches.
/// @param mean distance of its sand from it [cells]
std::vector<Vec3d> normals(const OneSolid& solid, const Vec3d& node, const Vec3d& mean) {
    const Vec3f moment = narrow(mean * -1.0);
    const SandOfNode sand({moment.x, moment.y, moment.z, 0}, 1);
    std::vector<Vec3d> found;
    forTouchedSides(solid, 0, node, solid.distance(node), sand, cell,
                    [&](const environment::WallDistance& side) { found.push_back(side.normal); });
    return found;
}

using testing::ElementsAre;

// 0.2 cells behind the front of the box and 0.6 above its bottom. Sand in layers below it is 0.8 cells away
// in the mean.
TEST(Sides, ANodeTouchesTheSidesThatItsSandIsBeyond) {
    const Vec3d node{0.078, 0.03, 0.006};
    const Vec3d front{1, 0, 0}, below{0, 0, -1};
    EXPECT_THAT(normals(box, node, {0, 0, -0.8}), ElementsAre(below)) << "not its front, though it is nearer";
    EXPECT_THAT(normals(box, node, {0.6, 0, 0}), ElementsAre(front));
    EXPECT_THAT(normals(box, node, {0.5, 0, -0.6}), ElementsAre(front, below));
    EXPECT_THAT(normals(box, node, {0.02, 0, -0.02}), ElementsAre(front))
        << "the nearest, where it is doubtful";
}

TEST(Sides, OutsideAndFarFromEdgesItIsTheNearest) {
    EXPECT_THAT(normals(box, {0.083, 0.03, 0.02}, {0, 0, -1}), ElementsAre(Vec3d{1, 0, 0}));
    EXPECT_THAT(normals(box, {0.04, 0.03, 0.038}, {0, 0, -1}), ElementsAre(Vec3d{0, 0, 1}));
    // A node on the bottom in decimals, by the front: 0.1 - 0.02 is above 0.08.
    EXPECT_THAT(normals(box, {0.1 - 0.02, 0.03, 0.002}, {0, 0, -0.5}), ElementsAre(Vec3d{0, 0, -1}));
}

// The box turned by 90 deg about y, so that its side of normal x points down.
TEST(Sides, TurnWithTheSolid) {
    OneSolid turned = box;
    turned.is_moving = true;
    turned.at.rotation = rotationAbout({0, 1, 0}, 0.5 * std::numbers::pi);
    const std::vector<Vec3d> found = normals(turned, turned.at.toWorld({0.074, 0.03, 0.002}), {0, 0, -0.8});
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(length(found[0] - Vec3d{0, 0, -1}), 0, 1e-12);
}

// A rod along z: its end and its round side.
TEST(Sides, OfARod) {
    const OneSolid rod{{environment::WallFace::Kind::Rod, 0, 0, {0, 0, 0}, {0, 0, 1}, {0.1, 0.03, 0}}};
    const Vec3d node{0.028, 0, 0.006};
    EXPECT_THAT(normals(rod, node, {0, 0, -0.8}), ElementsAre(Vec3d{0, 0, -1}));
    EXPECT_THAT(normals(rod, node, {0.5, 0, -0.6}), ElementsAre(Vec3d{0, 0, -1}, Vec3d{1, 0, 0}));
}

}  // namespace
}  // namespace talus::sand::mpm

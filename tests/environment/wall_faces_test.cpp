// Distances to the pieces that walls are made of, on hand-made points.
#include "talus/environment/wall_faces.h"

#include <numbers>

#include "talus/environment/walls.h"

namespace talus::environment {
namespace {

// The numbers are exact but for round-off.
constexpr double eps = 1e-12;

std::vector<WallFace> facesOf(const Wall& wall) { return facesOf(wall, 0, 0, false); }

void expectDistance(const WallFace& face, const Vec3d& p, double distance, const Vec3d& normal,
                    bool at_edge) {
    const WallDistance found = distanceTo(face, p);
    EXPECT_NEAR(found.distance, distance, eps);
    EXPECT_NEAR(length(found.normal - normal), 0, eps)
        << found.normal.x << " " << found.normal.y << " " << found.normal.z;
    EXPECT_EQ(found.at_edge, at_edge);
}

TEST(WallFaces, RectangleHasTwoSidesEdgesAndCorners) {
    Wall wall;
    wall.kind = Wall::Kind::Rectangle;
    wall.rectangle = {{1, 1, 0}, {2, 0, 0}, {0, 3, 0}};
    const WallFace face = facesOf(wall).at(0);
    expectDistance(face, {2, 2, 0.5}, 0.5, {0, 0, 1}, false);
    expectDistance(face, {2, 2, -0.5}, 0.5, {0, 0, -1}, false);
    expectDistance(face, {0, 2, 0}, 1, {-1, 0, 0}, true);
    expectDistance(face, {4, 5, 0}, std::sqrt(2.0), Vec3d{1, 1, 0} / std::sqrt(2.0), true);
    EXPECT_EQ(distanceTo(face, {2, 2, 0.5}).side, Side::Front);
    EXPECT_EQ(distanceTo(face, {2, 2, -0.5}).side, Side::Back);
}

TEST(WallFaces, TubeHasAnInsideAnOutsideAndARim) {
    Wall wall;
    wall.kind = Wall::Kind::CylinderInside;
    wall.cone = {{0, 0, 0}, {0, 0, 2}, 1, 0};
    ASSERT_EQ(facesOf(wall).size(), 1u);
    const WallFace tube = facesOf(wall)[0];
    expectDistance(tube, {0.75, 0, 1}, 0.25, {-1, 0, 0}, false);
    expectDistance(tube, {0, 1.5, 1}, 0.5, {0, 1, 0}, false);
    // Above the lip, straight above and beside it.
    expectDistance(tube, {1, 0, 2.5}, 0.5, {0, 0, 1}, true);
    expectDistance(tube, {1.3, 0, 2.4}, 0.5, {0.6, 0, 0.8}, true);
    expectDistance(tube, {0.7, 0, 2.4}, 0.5, {-0.6, 0, 0.8}, true);
    // On the axis all directions are as good; the distance is the radius.
    EXPECT_NEAR(distanceTo(tube, {0, 0, 1}).distance, 1, eps);
}

TEST(WallFaces, CapsCloseATube) {
    Wall wall;
    wall.kind = Wall::Kind::CylinderInside;
    wall.cone = {{0, 0, 0}, {4, 0, 0}, 1, 0};
    wall.caps = {"from", "to"};
    const auto faces = facesOf(wall);
    ASSERT_EQ(faces.size(), 3u);
    expectDistance(faces[1], {0.25, 0.5, 0}, 0.25, {1, 0, 0}, false);
    expectDistance(faces[2], {3.5, 0.5, 0}, 0.5, {-1, 0, 0}, false);
    expectDistance(faces[2], {4.3, 1.4, 0}, 0.5, {0.6, 0.8, 0}, true);
}

// A funnel that widens from 1 to 2 over a height of 1: its wall stands at 45 degrees.
TEST(WallFaces, FunnelHasTwoSidesAndTwoRims) {
    Wall wall;
    wall.kind = Wall::Kind::Cone;
    wall.cone = {{0, 0, 0}, {0, 0, 1}, 1, 2};
    const WallFace funnel = facesOf(wall).at(0);
    const double s = std::sqrt(0.5);
    // (1.5, 0, 0.5) is on the wall; go along its normal by 0.2.
    expectDistance(funnel, {1.5 - 0.2 * s, 0, 0.5 + 0.2 * s}, 0.2, {-s, 0, s}, false);
    expectDistance(funnel, {1.5 + 0.2 * s, 0, 0.5 - 0.2 * s}, 0.2, {s, 0, -s}, false);
    // The rims: circles of radius 2 at z = 1 and of radius 1 at z = 0.
    expectDistance(funnel, {0, 2, 1.25}, 0.25, {0, 0, 1}, true);
    expectDistance(funnel, {0, -0.75, 0}, 0.25, {0, 1, 0}, true);
    expectDistance(funnel, {0, 0.6, -0.3}, 0.5, {0, -0.8, -0.6}, true);
}

TEST(WallFaces, DiscWithAHole) {
    Wall wall;
    wall.kind = Wall::Kind::Disc;
    wall.disc = {{0, 0, 0}, {0, 0, 2}, 2, 0.5};
    const WallFace disc = facesOf(wall).at(0);
    expectDistance(disc, {1, 0, 0.3}, 0.3, {0, 0, 1}, false);
    expectDistance(disc, {1, 0, -0.3}, 0.3, {0, 0, -1}, false);
    expectDistance(disc, {0.2, 0, 0.4}, 0.5, {-0.6, 0, 0.8}, true);
    expectDistance(disc, {0, 2.3, 0.4}, 0.5, {0, 0.6, 0.8}, true);
}

TEST(WallFaces, RodAndCapsule) {
    Wall rod;
    rod.kind = Wall::Kind::CylinderOutside;
    rod.cone = {{0, 0, 0}, {0, 2, 0}, 0.5, 0};
    const WallFace face = facesOf(rod).at(0);
    expectDistance(face, {1, 1, 0}, 0.5, {1, 0, 0}, false);
    expectDistance(face, {0.1, 2.5, 0}, 0.5, {0, 1, 0}, false);
    expectDistance(face, {0.8, -0.4, 0}, 0.5, {0.6, -0.8, 0}, true);
    expectDistance(face, {0.4, 1, 0}, -0.1, {1, 0, 0}, false);
    expectDistance(face, {0.1, 1.9, 0}, -0.1, {0, 1, 0}, false);

    Wall capsule;
    capsule.kind = Wall::Kind::Capsule;
    capsule.capsule = {{0, 0, 0}, {0, 2, 0}, 0.5};
    const WallFace round = facesOf(capsule).at(0);
    expectDistance(round, {1, 1, 0}, 0.5, {1, 0, 0}, false);
    expectDistance(round, {0.6, 2.8, 0}, 0.5, {0.6, 0.8, 0}, false);
    expectDistance(round, {0, 1, 0.25}, -0.25, {0, 0, 1}, false);
}

TEST(WallFaces, BoxFromOutside) {
    Wall wall;
    wall.kind = Wall::Kind::BoxOutside;
    wall.box = {{0, 0, 0}, {1, 2, 3}};
    const WallFace box = facesOf(wall).at(0);
    expectDistance(box, {0.5, 1, 3.5}, 0.5, {0, 0, 1}, false);
    expectDistance(box, {1.3, 1, 3.4}, 0.5, {0.6, 0, 0.8}, true);
    expectDistance(box, {0.9, 1, 1}, -0.1, {1, 0, 0}, false);
}

TEST(WallFaces, AnOpenBoxIsMadeOfPlatesThatEndAtItsEdges) {
    Wall wall;
    wall.kind = Wall::Kind::BoxInside;
    wall.box = {{0, 0, 0}, {1, 2, 3}};
    EXPECT_EQ(facesOf(wall).size(), 6u);
    EXPECT_EQ(facesOf(wall)[0].kind, WallFace::Kind::Plane);
    wall.open = {"+z"};
    const auto plates = facesOf(wall);
    ASSERT_EQ(plates.size(), 5u);
    const auto nearest = [&](const Vec3d& p) {
        double distance = 1e9;
        for (const WallFace& plate : plates) distance = std::min(distance, distanceTo(plate, p).distance);
        return distance;
    };
    EXPECT_NEAR(nearest({0.5, 1, 0.1}), 0.1, eps);  // floor
    EXPECT_NEAR(nearest({0.1, 1, 1}), 0.1, eps);    // -x
    EXPECT_NEAR(nearest({0.8, 1, 1}), 0.2, eps);    // +x
    EXPECT_NEAR(nearest({0.5, 0.3, 1}), 0.3, eps);  // -y
    EXPECT_NEAR(nearest({0.5, 1.7, 1}), 0.3, eps);  // +y
    EXPECT_NEAR(nearest({0.5, 1, 4}), std::hypot(0.5, 1.0),
                eps);                             // no lid: the rim is the nearest
    EXPECT_NEAR(nearest({1.3, 1, 1}), 0.3, eps);  // outside of it
}

// Ericson's regions: face, three edges, three corners; every distance worked out by hand for the triangle
// (0,0,0) (2,0,0) (0,2,0).
TEST(WallFaces, TriangleRegions) {
    const WallFace t{WallFace::Kind::Triangle, 0, 0, {0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
    expectDistance(t, {0.5, 0.5, 0.3}, 0.3, {0, 0, 1}, false);
    expectDistance(t, {0.5, 0.5, -0.3}, 0.3, {0, 0, -1}, false);
    expectDistance(t, {1, -0.3, 0.4}, 0.5, {0, -0.6, 0.8}, true);
    expectDistance(t, {-0.3, 1, 0.4}, 0.5, {-0.6, 0, 0.8}, true);
    expectDistance(t, {2, 2, 0}, std::sqrt(2.0), Vec3d{1, 1, 0} / std::sqrt(2.0), true);
    expectDistance(t, {-0.3, -0.4, 0}, 0.5, {-0.6, -0.8, 0}, true);
    expectDistance(t, {2.3, -0.4, 0}, 0.5, {0.6, -0.8, 0}, true);
    expectDistance(t, {-0.4, 2.3, 0}, 0.5, {-0.8, 0.6, 0}, true);
    // On the border, within round-off, it counts as on it: the neighbour must see the same.
    EXPECT_TRUE(distanceTo(t, {1, 1 - 1e-13, 0.1}).at_edge);
}

TEST(WallFaces, AGrainPastAPlateIsPushedBack) {
    Wall wall;
    wall.kind = Wall::Kind::Rectangle;
    wall.rectangle = {{-1, -1, 0}, {2, 0, 0}, {0, 2, 0}};
    const WallFace face = facesOf(wall).at(0);
    const WallDistance through = keptOn(Side::Front, distanceTo(face, {0, 0, -0.1}));
    EXPECT_NEAR(through.distance, -0.1, eps);
    EXPECT_EQ(through.normal, (Vec3d{0, 0, 1}));
    const WallDistance back = keptOn(Side::Back, distanceTo(face, {0, 0, -0.1}));
    EXPECT_NEAR(back.distance, 0.1, eps);
    EXPECT_EQ(back.normal, (Vec3d{0, 0, -1}));
    // Beyond the edge there is no side to be kept on.
    EXPECT_NEAR(keptOn(Side::Front, distanceTo(face, {1.3, 0, -0.4})).distance, 0.5, eps);
}

Walls wallsOf(const Wall& wall, const std::vector<Motion>& motions) { return Walls({wall}, {0}, motions); }

// The drift bounds what any surface point does: compare with points of the surface.
TEST(WallDrift, IsAsFarAsTheFarthestPointMoves) {
    Wall wall;
    wall.name = "w";
    wall.kind = Wall::Kind::Rectangle;
    wall.rectangle = {{1, 0, 0}, {2, 0, 0}, {0, 0, 1}};
    Motion turn;
    turn.wall = "w";
    turn.kind = Motion::Kind::Rotate;
    turn.rate = 0.1;
    const Walls walls = wallsOf(wall, {turn});
    const WallsAt a(walls, 0), b(walls, 1);
    // The far edge, 3 m from the axis, moves by the chord of 0.1 rad.
    EXPECT_NEAR(walls.drift(0, a.pose(0), b.pose(0)), 2 * 3 * std::sin(0.05), 1e-12);
}

TEST(WallDrift, TurningAboutItsOwnAxisMovesNothing) {
    Wall drum;
    drum.name = "drum";
    drum.kind = Wall::Kind::CylinderInside;
    drum.cone = {{0, -1, 3}, {0, 1, 3}, 0.5, 0};
    drum.caps = {"from", "to"};
    Motion turn;
    turn.wall = "drum";
    turn.kind = Motion::Kind::Rotate;
    turn.axis = {0, 5, 0};
    turn.point = {0, 0, 3};
    const Walls walls = wallsOf(drum, {turn});
    const WallsAt a(walls, 0), b(walls, 2.7);
    EXPECT_NEAR(walls.drift(0, a.pose(0), b.pose(0)), 0, 1e-14);

    Wall table;
    table.name = "drum";
    turn.axis = {0, 0, 1};
    const Walls turntable = wallsOf(table, {turn});
    EXPECT_NEAR(turntable.drift(0, WallsAt(turntable, 0).pose(0), WallsAt(turntable, 2.7).pose(0)), 0, 1e-14);
}

}  // namespace
}  // namespace talus::environment

// Walls that move with a group or a parent, against rotations by hand.
#include "talus/environment/groups.h"

#include <numbers>

#include <fmt/format.h>

#include "talus/environment/walls.h"

namespace talus::environment {
namespace {

constexpr double pi = std::numbers::pi;

/// Two roundings of numbers of about 1: the sines of the turns and the sums.
constexpr double round_off = 1e-15;

void expectNear(const Vec3d& a, const Vec3d& b) {
    EXPECT_NEAR(length(a - b), 0, 4 * round_off)
        << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " " << b.z;
}

Wall wall(const char* name, const char* group, const char* parent) {
    Wall made;
    made.name = name;
    made.kind = Wall::Kind::SphereOutside;
    made.sphere = {{1, 0, 0}, 0.1};
    made.group = group;
    made.parent = parent;
    return made;
}

/// A quarter turn a second about z.
Motion turn(const char* wall, const Vec3d& point = {}) {
    Motion m;
    m.wall = wall;
    m.kind = Motion::Kind::Rotate;
    m.point = point;
    m.rate = pi / 2;
    return m;
}

Motion go(const char* wall, const Vec3d& velocity) {
    Motion m;
    m.wall = wall;
    m.velocity = velocity;
    return m;
}

Environment joined(std::vector<Wall> walls, std::vector<Motion> motions) {
    Environment made;
    made.walls = std::move(walls);
    made.motions = std::move(motions);
    Diagnostics diagnostics;
    joinMotions(made, {}, diagnostics);
    EXPECT_EQ(diagnostics.format("", ""), "");
    return made;
}

Pose poseAt(const Environment& of, std::size_t wall, double t) {
    const Walls walls(of.walls, std::vector<std::uint16_t>(of.walls.size()), of.motions);
    return WallsAt(walls, t).pose(wall);
}

TEST(Groups, MoveTogether) {
    const Environment e = joined({wall("a", "wheel", ""), wall("b", "wheel", ""), wall("c", "", "")},
                                 {turn("wheel"), go("wheel", {2, 0, 0})});
    for (const std::size_t w : {0, 1}) {
        const Pose pose = poseAt(e, w, 1);
        expectNear(pose.toWorld({1, 0, 0}), {2, 1, 0});
        expectNear(pose.velocityAt({2, 1, 0}), {2 - pi / 2, 0, 0});
    }
    expectNear(poseAt(e, 2, 1).toWorld({1, 0, 0}), {1, 0, 0});
}

// What a child does by itself comes first: along its own axis, which the parent turns.
TEST(Groups, ParentsCarryWhatAChildDoesByItself) {
    const Environment e =
        joined({wall("arm", "", ""), wall("slide", "", "arm")}, {turn("arm"), go("slide", {0.5, 0, 0})});
    expectNear(poseAt(e, 1, 1).toWorld({1, 0, 0}), {0, 1.5, 0});
    // Outwards with 0.5, and around with pi/2 times 1.5.
    expectNear(poseAt(e, 1, 1).velocityAt({0, 1.5, 0}), {-0.75 * pi, 0.5, 0});
}

// An elbow at x = 1 on a shoulder at 0, a finger on the elbow: a quarter turn of each.
TEST(Groups, ChainsActFromTheChildUpwards) {
    const Environment e =
        joined({wall("finger", "", "elbow"), wall("elbow", "", "shoulder"), wall("shoulder", "", "")},
               {turn("shoulder"), turn("elbow", {1, 0, 0})});
    // (2, 0): about the elbow to (1, 1); about the shoulder to (-1, 1).
    expectNear(poseAt(e, 0, 1).toWorld({2, 0, 0}), {-1, 1, 0});
    expectNear(poseAt(e, 1, 1).toWorld({2, 0, 0}), {-1, 1, 0});
    expectNear(poseAt(e, 2, 1).toWorld({2, 0, 0}), {0, 2, 0});
}

TEST(Groups, GroupOfAParentCarriesItsChildren) {
    const Environment e = joined({wall("rim", "wheel", ""), wall("lug", "", "rim"), wall("tag", "", "wheel")},
                                 {turn("wheel"), go("rim", {0, 0, 1})});
    // The lug does what the rim does by itself, then what the group does; the tag only the latter.
    expectNear(poseAt(e, 1, 1).toWorld({1, 0, 0}), {0, 1, 1});
    expectNear(poseAt(e, 2, 1).toWorld({1, 0, 0}), {0, 1, 0});
}

// A child with its parent's motions has the bits of a wall for which they are written out.
TEST(Groups, ParentMotionsGiveTheSameBitsAsMotionsWrittenOut) {
    const Environment e =
        joined({wall("wheel", "", ""), wall("lug", "", "wheel")}, {turn("wheel"), go("wheel", {1, 0.3, 0})});
    const Environment out =
        joined({wall("wheel", "", ""), wall("lug", "", "")}, {turn("lug"), go("lug", {1, 0.3, 0})});
    const Vec3d p{0.3, 0.7, -0.2};
    EXPECT_EQ(poseAt(e, 1, 0.37).toWorld(p), poseAt(out, 1, 0.37).toWorld(p));
    EXPECT_EQ(poseAt(e, 1, 0.37).velocityAt(p), poseAt(out, 1, 0.37).velocityAt(p));
}

TEST(Groups, TooManyJoinedMotionsAreRefused) {
    Environment e;
    for (int w = 0; w < 1000; ++w) e.walls.push_back(wall(fmt::format("w{}", w).c_str(), "all", ""));
    for (int m = 0; m < 1000; ++m) e.motions.push_back(go("all", {1, 0, 0}));
    Diagnostics diagnostics;
    joinMotions(e, {}, diagnostics);
    EXPECT_THAT(diagnostics.format("", ""), testing::HasSubstr("more than 16384 motions"));
    EXPECT_EQ(e.motions.size(), 1000u);
}

}  // namespace
}  // namespace talus::environment

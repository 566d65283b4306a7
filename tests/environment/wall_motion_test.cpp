// Where walls are, and how fast they move, against closed forms and difference quotients.
#include "talus/environment/wall_motion.h"

#include <numbers>

namespace talus::environment {
namespace {

constexpr double pi = std::numbers::pi;

void expectNear(const Vec3d& a, const Vec3d& b, double tolerance) {
    EXPECT_NEAR(length(a - b), 0, tolerance)
        << a.x << " " << a.y << " " << a.z << " is not " << b.x << " " << b.y << " " << b.z;
}

/// The velocity field agrees with how a point of the wall moves: central differences of third order in h,
/// h = 1e-5, of motions whose rates are about 10: 1e-8 of the speed.
void expectVelocityOf(const std::vector<Motion>& motions, double t) {
    const double h = 1e-5;
    for (const Vec3d& p : {Vec3d{0, 0, 0}, Vec3d{1, 0.5, -0.3}, Vec3d{-2, 1, 0.7}}) {
        const Vec3d moved = poseOf(motions, t + h).toWorld(p) - poseOf(motions, t - h).toWorld(p);
        const Pose now = poseOf(motions, t);
        expectNear(now.velocityAt(now.toWorld(p)), moved / (2 * h), 1e-6);
        expectNear(now.toLocal(now.toWorld(p)), p, 1e-14);
    }
}

Motion rotate() {
    Motion m;
    m.kind = Motion::Kind::Rotate;
    m.axis = {0, 0, 2};
    m.point = {1, 0, 0};
    m.rate = pi / 2;
    return m;
}

Motion vibrate() {
    Motion m;
    m.kind = Motion::Kind::Vibrate;
    m.direction = {1, 1, 0};
    m.amplitude = 0.1;
    m.frequency = 2;
    m.phase = 0.3;
    return m;
}

Motion keyframes() {
    Motion m;
    m.kind = Motion::Kind::Keyframes;
    m.keyframes.times = {1, 2, 4};
    m.keyframes.positions = {{0, 0, 0}, {1, 0, 0}, {1, 2, 0}};
    m.keyframes.rotations = {{0, 0, 0}, {0, 0, 3 * pi}, {0, 0, 4 * pi}};
    return m;
}

TEST(WallMotion, RotatesAboutAPoint) {
    expectNear(poseOf(rotate(), 1).toWorld({2, 0, 5}), {1, 1, 5}, 1e-14);
    expectNear(poseOf(rotate(), 1).velocityAt({1, 1, 5}), {-pi / 2, 0, 0}, 1e-14);
}

TEST(WallMotion, OnlyBetweenStartAndStop) {
    Motion m;
    m.velocity = {2, 0, 0};
    m.start = 1;
    m.stop = 3;
    expectNear(poseOf(m, 0.5).shift, {0, 0, 0}, 0);
    expectNear(poseOf(m, 0.5).velocity, {0, 0, 0}, 0);
    expectNear(poseOf(m, 2).shift, {2, 0, 0}, 1e-15);
    expectNear(poseOf(m, 2).velocity, {2, 0, 0}, 0);
    expectNear(poseOf(m, 7).shift, {4, 0, 0}, 1e-15);
    expectNear(poseOf(m, 7).velocity, {0, 0, 0}, 0);
}

TEST(WallMotion, VibrationBeginsAtRestPositionWhateverThePhase) {
    expectNear(poseOf(vibrate(), 0).shift, {0, 0, 0}, 0);
    const double x = 0.1 * (std::sin(4 * pi * 0.2 + 0.3) - std::sin(0.3));
    expectNear(poseOf(vibrate(), 0.2).shift, Vec3d{1, 1, 0} * (x / std::sqrt(2.0)), 1e-15);
}

TEST(WallMotion, KeyframesPassThroughTheirKeysAndHoldTheEnds) {
    const Motion m = keyframes();
    expectNear(poseOf(m, 0).toWorld({1, 0, 0}), {1, 0, 0}, 1e-15);
    expectNear(poseOf(m, 2).toWorld({1, 0, 0}), {0, 0, 0}, 1e-13);       // one and a half turns, 1 m along
    expectNear(poseOf(m, 1.5).toWorld({1, 0, 0}), {0.5, -1, 0}, 1e-13);  // three quarters of a turn
    expectNear(poseOf(m, 4).toWorld({1, 0, 0}), {2, 2, 0}, 1e-13);
    expectNear(poseOf(m, 9).toWorld({1, 0, 0}), {2, 2, 0}, 1e-13);
    expectNear(poseOf(m, 9).velocity, {0, 0, 0}, 0);
}

TEST(WallMotion, KeyframesOfDifferentAxesGoTheShortestWay) {
    Motion m = keyframes();
    m.keyframes.positions.clear();
    m.keyframes.times = {0, 1};
    m.keyframes.rotations = {{0, 0, pi / 2}, {pi / 2, 0, 0}};
    expectNear(poseOf(m, 0).toWorld({1, 0, 0}), {0, 1, 0}, 1e-14);
    expectNear(poseOf(m, 1).toWorld({0, 1, 0}), {0, 0, 1}, 1e-14);
    expectVelocityOf({m}, 0.4);
}

TEST(WallMotion, VelocityIsThatOfThePoints) {
    for (const Motion& m : {rotate(), vibrate(), keyframes()}) expectVelocityOf({m}, 1.3);
    expectVelocityOf({vibrate(), rotate(), keyframes()}, 1.3);
}

// The first motion is applied first: a disc that spins about its middle and then goes round a far axis.
TEST(WallMotion, LaterMotionsCarryEarlierOnes) {
    Motion spin = rotate(), orbit = rotate();
    orbit.point = {0, 0, 0};
    expectNear(poseOf({spin, orbit}, 1).toWorld({2, 0, 0}), {-1, 1, 0}, 1e-14);
    expectNear(poseOf({spin, orbit}, 1).spin, {0, 0, pi}, 1e-14);
}

TEST(WallMotion, LargestSpeed) {
    EXPECT_NEAR(largestSpeed(rotate(), 3), 3 * pi / 2, 1e-12);
    EXPECT_NEAR(largestSpeed(vibrate(), 9), 0.1 * 4 * pi, 1e-12);
    EXPECT_NEAR(largestSpeed(keyframes(), 2), 1 + 2 * 3 * pi, 1e-12);
}

TEST(Rotations, VectorAndBack) {
    for (const Vec3d& v : {Vec3d{0, 0, 0}, Vec3d{1e-9, 0, 0}, Vec3d{0.3, -0.2, 0.9}, Vec3d{0, pi, 0},
                           Vec3d{pi / std::sqrt(3.0), -pi / std::sqrt(3.0), pi / std::sqrt(3.0)}}) {
        const Rotation r = rotationBy(v), again = rotationBy(rotationVector(r));
        for (const auto axis : {&Rotation::x, &Rotation::y, &Rotation::z})
            expectNear(r.*axis, again.*axis, 1e-7);
    }
}

}  // namespace
}  // namespace talus::environment

// Grains on walls and bodies that move, against closed forms. The contacts are linear and stiff, so that what
// compliance takes away stays below what each test allows; where it does not, the closed form has it too.

#include <fmt/format.h>

#include <numbers>

#include "tests/grains/grain_world.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus {
namespace {

using testing_support::of;
namespace fields = grains::fields;
constexpr double pi = std::numbers::pi, g = 9.81;

/// Glass beads of 10 mm radius: 10.47 g. Stiffness 1e5 N/m: at rest they sink in by a millionth of a metre.
std::string beads(const std::string& friction, const std::string& restitution, const std::string& more) {
    return test::sceneHead("beads", {.duration = 10, .frame_interval = 0.05}, {{"glass"}}) + R"(
[[contact]]
between = ["glass", "glass"]
law = "linear"
stiffness = 1e5
shear_stiffness = 3e4
friction = )" +
           friction + "\nrestitution = " + restitution + "\n" + more;
}

std::string grain(const std::string& position, const std::string& more = "") {
    return "[[grain]]\nmaterial = \"glass\"\nradius = 0.01\nposition = " + position + "\n" + more;
}

const double mass = 4.0 / 3 * pi * 1e-6 * 2500;

// A ball that rolls on a turntable runs in a circle, 2/7 as fast as the table turns (Earnshaw 1844; Weltner,
// Am. J. Phys. 47 (1979) 984): a = 2/7 W x v. It starts without slip. After one round it is back, but for the
// sliding that builds up the shear spring: within a hundredth of the circle's radius, 0.0875 m.
TEST(MovingFrames, ABallOnATurntableRunsInACircle) {
    const double turning = 2, v = 0.05, a = 0.01, x = 0.1;
    const double about_x = (turning * x - v) / a;
    auto simulation = test::simulationOf(beads(
        "0.8", "0.3",
        "[[wall]]\nname = \"table\"\nmaterial = \"glass\"\nshape = \"disc\"\ncentre = [0, 0, 0]\nradius = 1\n"
        "[[motion]]\nwall = \"table\"\nkind = \"rotate\"\nrate = 2\n" +
            grain("[0.1, 0, 0.00999897]",
                  fmt::format("velocity = [0, 0.05, 0]\nspin = [{}, 0, 2]\n", about_x))));
    const double rate = 2.0 / 7 * turning, radius = v / rate;
    // W x v turns the velocity to the left, so the middle is at -x of the start.
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
        const double angle = 2 * pi * share;
        test::runTo(simulation, angle / rate);
        const Vec3d at = of(simulation, fields::position, 0);
        EXPECT_NEAR(at.x, x - radius + radius * std::cos(angle), 0.01 * radius) << share;
        EXPECT_NEAR(at.y, radius * std::sin(angle), 0.01 * radius) << share;
    }
}

// A bead stays on a plate that shakes with less than gravity's acceleration, and the mean load over any time
// is the change of its momentum: m (g + (v1 - v0) / t), v the plate's. A frame is a quarter of a swing. The
// bead trails the plate by F/k, whose speed is below 1e-4 of the plate's.
TEST(MovingFrames, AShakenPlateCarriesWhatABeadGainsAndWeighs) {
    const double amplitude = 1e-3, frequency = 10, w = 2 * pi * frequency;
    ASSERT_LT(amplitude * w * w, g);
    auto simulation = test::simulationOf(
        beads("0.5", "0.3",
              "[[wall]]\nname = \"plate\"\nmaterial = \"glass\"\n"
              "[[motion]]\nwall = \"plate\"\nkind = \"vibrate\"\namplitude = 1e-3\nfrequency = 10\n"
              "phase = 1.5707963267948966\n" +
                  grain("[0, 0, 0.00999897]"))
            .replace(beads("0.5", "0.3", "").find("frame_interval = 0.05"), 21, "frame_interval = 0.025"));
    const auto speed = [&](double t) { return -amplitude * w * std::sin(w * t); };
    for (int quarter = 1; quarter <= 12; ++quarter) {
        const double t0 = 0.025 * (quarter - 1), t1 = 0.025 * quarter;
        test::runTo(simulation, t1);
        const double load = -wallLoadsOf(simulation).at(0).force.z;
        if (quarter <= 4) continue;  // until what the start shook has died down
        EXPECT_NEAR(load, mass * (g + (speed(t1) - speed(t0)) / (t1 - t0)), 2e-3 * mass * g) << quarter;
    }
}

// Without weight, a bead that turns with a drum presses on it with m W^2 r, r where its centre is; it neither
// slides nor twists, so the drum feels no moment about its axis.
TEST(MovingFrames, ADrumHoldsWhatTurnsWithIt) {
    auto simulation = test::simulationOf(
        beads("0.5", "0.3",
              "[world]\ngravity = [0, 0, 0]\n"
              "[[wall]]\nname = \"drum\"\nmaterial = \"glass\"\nshape = \"cylinder-inside\"\nfrom = [0, 0, "
              "-1]\nto = [0, 0, 1]\nradius = 0.11\n"
              "[[motion]]\nwall = \"drum\"\nkind = \"rotate\"\nrate = 20\n" +
                  grain("[0.1000042, 0, 0]", "velocity = [0, 2.000084, 0]\nspin = [0, 0, 20]\n")));
    test::runTo(simulation, 0.5);
    simulation.advance();
    const Vec3d at = of(simulation, fields::position, 0);
    const double r = std::hypot(at.x, at.y);
    const grains::WallLoad load = wallLoadsOf(simulation).at(0);
    // r follows from k d = m W^2 r.
    const double dashpot = std::sqrt(1e5 * mass) * 400 * r * 0.5 * simulation.clock().dt();
    EXPECT_NEAR(r, 0.1 / (1 - mass * 400 / 1e5), dashpot / 1e5);
    EXPECT_NEAR(length(load.force), mass * 400 * r, 1e-3 * mass * 400 * r);
    EXPECT_NEAR(load.torque.z, 0, 1e-3 * mass * 400 * r * 0.01);
    EXPECT_NEAR(std::atan2(at.y, at.x), std::remainder(20 * 0.5, 2 * pi), 1e-3);
}

// Beads in a row between a wall and a piston that came in by D: n + 1 equal springs, k D / (n + 1) on both
// ends.
TEST(MovingFrames, APistonPressesARowAsSpringsInARow) {
    std::string row;
    for (int k = 0; k < 5; ++k) row += grain(fmt::format("[{}, 0, 0]", 0.01 + 0.02 * k));
    auto simulation = test::simulationOf(
        beads("0", "0.3",
              "[world]\ngravity = [0, 0, 0]\n"
              "[[wall]]\nname = \"end\"\nmaterial = \"glass\"\nnormal = [1, 0, 0]\n"
              "[[wall]]\nname = \"piston\"\nmaterial = \"glass\"\nnormal = [-1, 0, 0]\npoint = [0.1, 0, 0]\n"
              "[[motion]]\nwall = \"piston\"\nkind = \"translate\"\nvelocity = [-0.003, 0, 0]\nstop = 0.1\n" +
                  row));
    test::runTo(simulation, 0.3);
    const double force = 1e5 * 3e-4 / 6;
    EXPECT_NEAR(wallLoadsOf(simulation).at(0).force.x, -force, 1e-6 * force);
    EXPECT_NEAR(wallLoadsOf(simulation).at(1).force.x, force, 1e-6 * force);
}

// Galilei: in a box that travels, with all in it, everything happens as in one that stands. Positions are of
// the order of a metre, so what is left is their rounding, grown by the collisions of 0.2 s.
TEST(MovingFrames, ATravellingBoxIsLikeOneThatStands) {
    const auto box = [](const std::string& motion, const std::string& velocity) {
        return beads("0.5", "0.6",
                     "[[wall]]\nname = \"box\"\nmaterial = \"glass\"\nshape = \"box-inside\"\nmin = [0, 0, "
                     "0]\nmax = [0.06, 0.06, 0.2]\n" +
                         motion + grain("[0.02, 0.02, 0.03]", "velocity = " + velocity + "\n") +
                         grain("[0.03, 0.035, 0.06]", "velocity = " + velocity + "\n") +
                         grain("[0.02, 0.025, 0.1]", "velocity = " + velocity + "\n"));
    };
    auto still = test::simulationOf(box("", "[0, 0, 0]"));
    auto travels = test::simulationOf(
        box("[[motion]]\nwall = \"box\"\nkind = \"translate\"\nvelocity = [0.7, -0.4, 0.3]\n",
            "[0.7, -0.4, 0.3]"));
    const double t = 0.2;
    test::runTo(still, t);
    test::runTo(travels, t);
    for (std::uint32_t id = 0; id < 3; ++id) {
        const Vec3d apart = of(travels, fields::position, id) - of(still, fields::position, id);
        EXPECT_NEAR(length(apart - Vec3d{0.7, -0.4, 0.3} * t), 0, 1e-8);
        EXPECT_NEAR(length(of(travels, fields::spin, id) - of(still, fields::spin, id)), 0, 1e-5);
    }
}

// A bat that turns hits a ball at rest: the ball leaves with (1 + e) times the speed of the point that hits
// it. With e = 1 the phase of impact within a step changes the result by less than 1e-3. Speed 20 rad/s x 0.1
// m; while the contact lasts, 1 ms, the bat turns by 0.02 rad, which moves 2e-4 of the speed into the other
// direction.
TEST(MovingFrames, ABatThatTurnsThrowsABall) {
    const auto hit = [](const std::string& bat) {
        auto simulation = test::simulationOf(beads(
            "0", "1",
            "[world]\ngravity = [0, 0, 0]\n" + bat +
                "[[motion]]\nwall = \"bat\"\nkind = \"rotate\"\nrate = 20\n" + grain("[0.1, 0.04, 0]")));
        test::runTo(simulation, 0.05);
        return of(simulation, fields::velocity, 0);
    };
    const Vec3d by_wall =
        hit("[[wall]]\nname = \"bat\"\nmaterial = \"glass\"\nshape = \"rectangle\"\ncorner = [0, 0, -0.02]\n"
            "edge_u = [0.2, 0, 0]\nedge_v = [0, 0, 0.04]\n");
    // Where the plate touches the ball: its foot r from the axis, where r sin(a) + cos(a) R = 0.04, in polar
    // terms. The ball's centre (0.1, 0.04) is 0.1077 from the axis; the plate touches when its distance to it
    // is R.
    const double far = std::hypot(0.1, 0.04), foot = std::sqrt(far * far - 1e-4);
    EXPECT_NEAR(length(by_wall), 2 * 20 * foot, 2e-3 * 2 * 20 * foot);
    const double angle = std::atan2(0.04, 0.1) - std::asin(0.01 / far);
    EXPECT_NEAR(std::atan2(-by_wall.x, by_wall.y), angle, 0.02);
    // A prescribed body is a wall to what it hits.
    const Vec3d by_body =
        hit("[[body]]\nname = \"bat\"\nmaterial = \"glass\"\nshape = \"box\"\nsize = [0.4, 0.0002, 0.04]\n"
            "position = [0, -0.0001, 0]\nmotion = \"prescribed\"\n");
    EXPECT_NEAR(length(by_body - by_wall), 0, 2e-3 * length(by_wall));
}

// A grain that may not turn slides off a plate as that is tilted past atan(mu), not before: the slide begins
// where tan(a) = mu, here 26.6 degrees. The plate tilts by 30 degrees in 3 s, about the line on which the
// grain stands.
TEST(MovingFrames, AGrainSlidesOffATiltingPlateAtTheAngleOfFriction) {
    auto simulation = test::simulationOf(beads(
        "0.5", "0.3",
        "[grains]\nspin = false\n"
        "[[wall]]\nname = \"plate\"\nmaterial = \"glass\"\nshape = \"rectangle\"\ncorner = [-1, -1, 0]\n"
        "edge_u = [2, 0, 0]\nedge_v = [0, 2, 0]\n"
        "[[motion]]\nwall = \"plate\"\nkind = \"keyframes\"\ntimes = [0, 3]\n"
        "rotations = [[0, 0, 0], [0, \"30 deg\", 0]]\n" +
            grain("[0, 0, 0.00999897]")));
    const auto slid = [&](double t) {
        test::runTo(simulation, t);
        // The plate turns under a grain that does not: the contact runs back along it by radius times angle.
        const double a = t / 3 * pi / 6;
        const Vec3d at = of(simulation, fields::position, 0);
        return at.x * std::cos(a) - at.z * std::sin(a) + 0.01 * a;
    };
    const double slides = std::atan(0.5) / (pi / 6) * 3;
    // Before: the spring gives by less than mu m g / k_s; the rest is that the line of contact has left the
    // axis.
    EXPECT_LT(std::abs(slid(slides - 0.02)), 1e-5);
    // After: a'' = g (sin a - mu cos a), about g rate t / cos(a), so x = g rate t^3 / (6 cos a).
    const double rate = pi / 6 / 3, after = 0.25;
    const double expected = g * rate * std::pow(after, 3) / (6 * std::cos(std::atan(0.5)));
    EXPECT_NEAR(slid(slides + after), expected, 0.1 * expected);
}

// A ball that rolls to and fro at the bottom of a trough of radius R: w^2 = 5/7 g / (R - a), for small
// swings. The trough travels along its axis, which must not matter without twisting friction... nor to the
// period.
TEST(MovingFrames, ABallRollsToAndFroInATrough) {
    auto simulation = test::simulationOf(beads(
        "0.8", "1",
        "[[wall]]\nname = \"trough\"\nmaterial = \"glass\"\nshape = \"cylinder-inside\"\nfrom = [0, -5, "
        "0]\nto = [0, 5, 0]\nradius = 0.21\n" +
            grain("[0.01, 0, -0.19974]")));
    const double w = std::sqrt(5.0 / 7 * g / 0.2), period = 2 * pi / w;
    double before = 0.01, crossed = 0;
    int crossings = 0;
    for (double t = 0; crossings < 4; t += period / 400) {
        test::runTo(simulation, t + period / 400);
        const double x = of(simulation, fields::position, 0).x;
        if (before * x < 0 && ++crossings) crossed = t + period / 400 * before / (before - x);
        before = x;
    }
    // The swing makes the period longer by 0.05^2 / 16. The fourth crossing is at 7/4 of a period.
    EXPECT_NEAR(crossed, 1.75 * period * (1 + 0.05 * 0.05 / 16), 2e-3 * period);
}

}  // namespace
}  // namespace talus

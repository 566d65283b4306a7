// Bodies in water as they begin: without gaps, with the pressure of the water, and on the way that buoyancy
// and added mass give.
#include "talus/solids/fields.h"
#include "tests/support/cube_file.h"
#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double rho = 1000;

std::string bodyOf(const std::string& shape, const Vec3d& at, const std::string& motion) {
    return fmt::format("[[body]]\nname = \"body\"\nmaterial = \"glass\"\n{}\nposition = [{}, {}, {}]\n{}\n",
                       shape, at.x, at.y, at.z, motion);
}
std::string free(double density) { return fmt::format("density = {}", density); }
std::string ball(double radius) { return fmt::format("shape = \"sphere\"\nradius = {}", radius); }

scene::Simulation bath(double spacing, double side, double depth, const std::string& body) {
    return simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, -9.81]") +
                        tankOf({0, 0, 0}, {side, side, 2 * depth}) +
                        boxOf("bath", {0, 0, 0}, {side, side, depth}) + body);
}
template <class Value>
Vec3d ofBody(const scene::Simulation& simulation, const Value& value) {
    return std::as_const(simulation.world()).table(solids::bodies_table).read(value)[0];
}
double heightOf(const scene::Simulation& simulation) {
    return ofBody(simulation, solids::fields::position).z;
}
double fastestIn(const scene::Simulation& simulation) {
    double fastest = 0;
    for (const Vec3f& v : velocitiesOf(simulation)) fastest = std::max(fastest, double{length(v)});
    return fastest;
}

/// The acceleration upwards of a ball of a density in a tank: (m + C rho V) a = (rho - rho_b) V g. C is 1/2
/// in endless water, and (b^3 + 2 a^3) / (b^3 - a^3) times that in the middle of a shell of radius b (Lamb,
/// "Hydrodynamics", article 93); b here half of the tank's side.
double accelerationOf(double density, double radius, double tank) {
    const double a3 = std::pow(radius, 3), b3 = std::pow(0.5 * tank, 3),
                 added = 0.5 * (b3 + 2 * a3) / (b3 - a3);
    return (rho - density) / (density + added * rho) * gravity;
}

// A cube of 80 mm as a mesh lies in the water as the box of its size does. Held in it, it is lifted by its
// volume of water: 4%, a mean over 0.1 s at 6 spacings a side scatters by 2%. Let go, it floats at the height
// of the box: a quarter of a spacing, and the box is held to Archimedes' draft by water_floating_test.cpp. A
// mesh that is full of water had 0.03 of its lift, and sank.
TEST(MeshInWater, FloatsAsTheBoxDoes) {
    constexpr double side = 0.08, spacing = 0.0125, tank = 0.2, depth = 0.1375;
    const TemporaryFolder folder;
    const std::string shapes[2] = {
        fmt::format("shape = \"box\"\nsize = [{0}, {0}, {0}]", side),
        fmt::format("shape = \"mesh\"\nfile = \"{}\"", cubeFile(folder, 0.5 * side))};
    double floats[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        scene::Simulation held =
            bath(spacing, tank, depth, bodyOf(shapes[k], {0.1, 0.1, 0.06}, "motion = \"prescribed\""));
        runTo(held, 0.1);
        double lift = 0;
        for (int n = 1; n <= 10; ++n) {
            runTo(held, 0.1 + 0.01 * n);
            lift += loadOn(held, 1).z / 10;
        }
        tell(k == 0 ? "box_lift" : "mesh_lift", lift / (rho * std::pow(side, 3) * gravity));
        EXPECT_NEAR(lift / (rho * std::pow(side, 3) * gravity), 1, 0.04) << k;

        scene::Simulation let_go =
            bath(spacing, tank, depth, bodyOf(shapes[k], {0.1, 0.1, depth}, free(500)));
        runTo(let_go, 0.4);
        for (int n = 1; n <= 10; ++n) {
            runTo(let_go, 0.4 + 0.02 * n);
            floats[k] += heightOf(let_go) / 10;
        }
        tell(k == 0 ? "box_height" : "mesh_height", floats[k]);
    }
    EXPECT_NEAR(floats[1], floats[0], 0.25 * spacing);
}

// Water at rest about a ball that lies anywhere in its lattice stays at rest but for what the lattice does
// as it settles: 0.2 sqrt(g s). Gaps of half a layer about the ball gave it 0.5 m/s.
TEST(BodyInWater, LeavesNoGapsIntoWhichWaterFalls) {
    constexpr double spacing = 0.0125;
    scene::Simulation simulation =
        bath(spacing, 0.2, 0.2, bodyOf(ball(0.05), {0.097, 0.102, 0.0983}, "motion = \"prescribed\""));
    double fastest = 0;
    for (int k = 1; k <= 3; ++k) {
        runTo(simulation, 0.01 * k);
        fastest = std::max(fastest, fastestIn(simulation));
    }
    tell("fastest", fastest);
    EXPECT_LT(fastest, 0.2 * std::sqrt(gravity * spacing));
}

// In the first step already the water carries the ball: it gets the velocity that its acceleration gives,
// to 10% of free fall (the lift of a lattice is good to 3%, its added mass to 10% at four spacings in the
// radius). Without the pressure of the start it is exactly that of free fall.
TEST(BodyInWater, IsCarriedFromTheFirstStepOn) {
    for (const double density : {500.0, 1500.0}) {
        scene::Simulation simulation =
            bath(0.0125, 0.2, 0.2, bodyOf(ball(0.05), {0.1, 0.1, 0.1}, free(density)));
        const double dt = simulation.clock().dt();
        ASSERT_TRUE(simulation.advance().ok());
        const double found = ofBody(simulation, solids::fields::velocity).z / dt;
        tell(fmt::format("acceleration_{:.0f}", density), found);
        EXPECT_NEAR(found, accelerationOf(density, 0.05, 0.2), 0.1 * gravity) << density;
    }
}

// The way of a ball of 60 mm in a tank of 0.3 m, after 0.01 s and after 0.2 s.
// After three steps, 15 %: it was 2.4 times as long without the pressure of the start, 1.4 times with a
// lattice that is not fitted to the ball, and 0.6 times when the ball took the push of the start all at once.
// After 0.2 s drag takes less than 3% of it: at its last 0.4 m/s it is 4% of what drives the ball, with a
// coefficient of 0.4. At 12.5 mm it is 10% behind, and comes nearer with the spacing (docs/theory/water.md);
// 20% are allowed for another way of the lattice to break up.
TEST(BodyInWater, SinkingFollowsTheClosedForm) {
    constexpr double radius = 0.06, tank = 0.3, start = 0.17;
    scene::Simulation simulation =
        bath(0.0125, tank, 0.3, bodyOf(ball(radius), {0.15, 0.15, start}, free(1500)));
    const auto wayAt = [&](double time) {
        runTo(simulation, time);
        return (heightOf(simulation) - start) / (0.5 * accelerationOf(1500, radius, tank) * time * time);
    };
    const double first = wayAt(0.01), later = wayAt(0.2);
    tell("first", first);
    tell("way", later);
    EXPECT_NEAR(first, 1, 0.15);
    EXPECT_NEAR(later, 1, 0.2);
}

}  // namespace
}  // namespace talus::test

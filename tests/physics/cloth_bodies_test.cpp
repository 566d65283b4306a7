#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/cloth/contact/surface_of_wall.h"
#include "talus/environment/wall_impulses.h"
#include "talus/solids/fields.h"
#include "tests/support/cloth_scenes.h"

// Cloth and bodies.
namespace talus::cloth {
namespace {

using namespace testing_support;

std::string ballBody(double density, double radius, const char* position, const char* velocity) {
    return fmt::format(
        "[[body]]\nname = \"ball\"\nshape = \"sphere\"\nmaterial = \"wood\"\ndensity = {}\nradius = "
        "{}\nposition "
        "= {}\nvelocity = {}\n",
        density, radius, position, velocity);
}

Vec3d bodyPosition(const scene::Simulation& simulation, std::size_t body = 0) {
    return simulation.world().table(solids::bodies_table).read(solids::fields::position)[body];
}

Vec3d bodyVelocity(const scene::Simulation& simulation) {
    return simulation.world().table(solids::bodies_table).read(solids::fields::velocity)[0];
}

double massOf(const scene::Simulation& simulation) {
    double sum = 0;
    for (const double m : simulation.world().table(points_table).read(fields::mass)) sum += m;
    return sum;
}

/// The momentum of cloth and body, with what the body has not taken yet [N s].
Vec3d momentumOf(const scene::Simulation& simulation, double body_mass) {
    const state::World& world = simulation.world();
    const auto mass = world.table(points_table).read(fields::mass);
    const auto velocity = world.table(points_table).read(fields::velocity);
    Vec3d sum = bodyVelocity(simulation) * body_mass;
    for (std::size_t p = 0; p < mass.size(); ++p) sum += velocity[p] * mass[p];
    for (const Vec3d& j :
         world.table(environment::wall_impulses_table).read(environment::fields::wall_impulse))
        sum += j;
    return sum;
}

/// The surface of a ball with its corners on it.
test::TriangleSoup ballAt(const Vec3d& centre, double radius) {
    environment::Wall ball;
    ball.kind = environment::Wall::Kind::SphereOutside;
    ball.sphere = {{0, 0, 0}, radius};
    geometry::Mesh surface = surfaceOf(ball);
    for (Vec3d& p : surface.points) p = centre + normalized(p) * radius;
    return {surface.points, surface.triangles};
}

double ballMass(double density, double radius) {
    return density * 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
}

const char* const small_sheet =
    "[[cloth]]\nname = \"sheet\"\nwidth = 0.4\nheight = 0.4\npoints_x = 21\npoints_y = 21\nposition = [0, 0, "
    "0]\n";

// Free of weight, a ball flies into a sheet that nothing holds. A hundred times lighter or heavier than the
// sheet, the momentum of both stays, and no part of the ball is on the other side.
TEST(ClothBodies, ABallAndAFreeSheetKeepTheirMomentum) {
    for (const double density : {1.5, 150.0, 15000.0}) {
        const double mass = ballMass(density, 0.05);
        scene::Simulation simulation = test::simulationOf(
            sceneOf(ballBody(density, 0.05, "[0.01, 0.02, 0.08]", "[0, 0, -1]") + small_sheet, "[0, 0, 0]"),
            2);
        const Vec3d before = momentumOf(simulation, mass);
        double lowest = 0;
        for (int frame = 1; frame <= 12; ++frame) {
            test::runTo(simulation, frame / 60.0);
            EXPECT_EQ(test::countCrossings(soupOf(simulation, ballAt(bodyPosition(simulation), 0.05))), 0U)
                << density << " kg/m^3, frame " << frame;
            const Vec3d now = momentumOf(simulation, mass);
            EXPECT_LT(length(now - before), 1e-10 * length(before)) << density << " kg/m^3, frame " << frame;
            lowest = std::min(lowest, now.z);
        }
        const double ratio = mass / massOf(simulation), v = bodyVelocity(simulation).z;
        RecordProperty("ratio", std::to_string(ratio));
        // A light ball comes back or stops; a heavy one takes the sheet along.
        if (ratio < 0.1) {
            EXPECT_GT(v, -0.3) << ratio;
        }
        if (ratio > 10) {
            EXPECT_LT(v, -0.9) << ratio;
        }
        EXPECT_LE(std::abs(v), 1.0 + 1e-9) << ratio;
    }
}

// A ball that is much lighter than a point of a coarse, heavy sheet hits it. Contact has no restitution, so
// the ball stays at the sheet; taken as a body of infinite mass in its step, it would come back many times as
// fast.
TEST(ClothBodies, ABallMuchLighterThanAPointOfTheSheetDoesNotGainEnergy) {
    scene::Simulation simulation = test::simulationOf(
        sceneOf(ballBody(1.5, 0.05, "[0.02, 0.01, 0.08]", "[0, 0, -1]") +
                    "[[cloth]]\nname = \"sheet\"\nwidth = 0.4\nheight = 0.4\npoints_x = 5\npoints_y = "
                    "5\ndensity = 2\n",
                "[0, 0, 0]"));
    const Vec3d before = momentumOf(simulation, ballMass(1.5, 0.05));
    for (int frame = 1; frame <= 12; ++frame) {
        test::runTo(simulation, frame / 60.0);
        EXPECT_LT(length(bodyVelocity(simulation)), 1.0 + 1e-9) << frame;
        EXPECT_LT(length(momentumOf(simulation, ballMass(1.5, 0.05)) - before), 1e-10 * length(before))
            << frame;
    }
    EXPECT_LT(length(bodyVelocity(simulation)), 0.2);
}

// A ball falls on a sheet that is held at its corners. It comes up again, lower each time, and ends at rest
// on the sheet, which carries its weight.
TEST(ClothBodies, ABallOnASheetHeldAtItsCornersBouncesAndRests) {
    const double radius = 0.06, density = 150, mass = ballMass(density, radius);
    scene::Simulation simulation = test::simulationOf(
        sceneOf(
            ballBody(density, radius, "[0, 0, 0.25]", "[0, 0, 0]") +
            "[[cloth]]\nname = \"sheet\"\nwidth = 0.6\nheight = 0.6\npoints_x = 21\npoints_y = 21\nposition "
            "= [0, 0, 0]\nstretch = 300\ndamping = 5\n[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = "
            "\"corners\"\n"),
        2);
    bool fell = false, rose = false;
    double deepest = 1, top = -1;
    for (int frame = 1; frame <= 480; ++frame) {
        test::runTo(simulation, frame / 60.0);
        const Vec3d at = bodyPosition(simulation);
        if (frame % 8 == 0 || frame < 60) {
            EXPECT_EQ(test::countCrossings(soupOf(simulation, ballAt(at, radius))), 0U) << frame;
        }
        const double vz = bodyVelocity(simulation).z;
        fell |= vz < -1;
        deepest = std::min(deepest, at.z);
        if (fell && vz > 0.2) rose = true;
        if (rose) top = std::max(top, at.z);
    }
    EXPECT_TRUE(fell);
    EXPECT_TRUE(rose);
    EXPECT_LT(top, 0.25) << "it gained energy";
    EXPECT_GT(top, deepest + 0.02);
    // With the impulse that it has not taken yet, which carries its weight.
    const Vec3d pending =
        simulation.world().table(environment::wall_impulses_table).read(environment::fields::wall_impulse)[0];
    EXPECT_LT(length(bodyVelocity(simulation) + pending / mass), 0.02);
    EXPECT_NEAR(pending.z, mass * 9.81 / 60, 0.1 * mass * 9.81 / 60);
    EXPECT_NEAR(bodyPosition(simulation).x, 0, 0.05);
}

/// The triangles of a box that is turned.
test::TriangleSoup boxAt(const scene::Simulation& simulation, std::size_t body, const Vec3d& half) {
    const state::Table& rows = simulation.world().table(solids::bodies_table);
    const Vec3d x = rows.read(solids::fields::axis_x)[body], y = rows.read(solids::fields::axis_y)[body];
    const Rotation rotation{x, y, cross(x, y)};
    environment::Wall box;
    box.kind = environment::Wall::Kind::BoxOutside;
    box.box = {-half, half};
    geometry::Mesh surface = surfaceOf(box);
    for (Vec3d& p : surface.points) p = rows.read(solids::fields::position)[body] + rotated(rotation, p);
    return {surface.points, surface.triangles};
}

/// Crossings of the cloth with itself and with boxes; those among the boxes do not count.
std::size_t crossingsWithBoxes(const scene::Simulation& simulation, std::size_t boxes, const Vec3d& half) {
    std::size_t count = 0;
    for (std::size_t b = 0; b < boxes; ++b)
        count += test::countCrossings(soupOf(simulation, boxAt(simulation, b, half)));
    return count;
}

std::string boxBody(const char* name, const char* position, double density) {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nshape = \"box\"\nmaterial = \"wood\"\ndensity = {}\nsize = [0.12, 0.12, "
        "0.12]\nposition = {}\n",
        name, density, position);
}

// A sheet falls on a pile of three boxes, and lies on them. Heavy boxes stay; those that are lighter than the
// sheet may be pushed about, but not through it.
TEST(ClothBodies, ASheetFallsOnAPileOfBoxes) {
    for (const double density : {600.0, 20.0}) {
        scene::Simulation simulation = test::simulationOf(
            sceneOf("[[wall]]\nname = \"floor\"\nmaterial = \"wood\"\n" +
                    boxBody("left", "[-0.08, 0, 0.06]", density) +
                    boxBody("right", "[0.08, 0, 0.06]", density) + boxBody("top", "[0, 0, 0.18]", density) +
                    "[[cloth]]\nname = \"sheet\"\nwidth = 0.7\nheight = 0.7\npoints_x = 31\npoints_y = 31\n"
                    "position = [0.02, 0.01, 0.3]\n"),
            2);
        for (int frame = 1; frame <= 90; ++frame) {
            test::runTo(simulation, frame / 60.0);
            EXPECT_EQ(crossingsWithBoxes(simulation, 3, {0.06, 0.06, 0.06}), 0U)
                << density << " kg/m^3, frame " << frame;
        }
        double highest = 0;
        for (const Vec3d& p : positions(simulation)) {
            EXPECT_GT(p.z, 0);
            highest = std::max(highest, p.z);
        }
        if (density < 100) continue;
        EXPECT_NEAR(highest, 0.24, 0.01);
        EXPECT_LT(length(bodyPosition(simulation, 2) - Vec3d{0, 0, 0.18}), 0.005);
    }
}

/// How far a sheet slides in half a second on a body that is tilted by 20 degrees and goes up evenly.
double slideOnBody(double friction) {
    const double angle = 20 * std::numbers::pi / 180, above = 0.051;
    scene::Simulation simulation = test::simulationOf(sceneOf(fmt::format(
        "[[body]]\nname = \"slope\"\nmaterial = \"wood\"\nshape = \"box\"\nsize = [2, 1, 0.1]\nposition = "
        "[0, 0, "
        "0]\nrotation = [0, {0}, 0]\nmotion = \"prescribed\"\n[[motion]]\nwall = \"slope\"\nkind = "
        "\"translate\"\nvelocity = [0, 0, 0.5]\n"
        "[[cloth]]\nname = \"sheet\"\nwidth = 0.1\nheight = 0.1\npoints_x = 5\npoints_y = 5\nthickness = "
        "0.002\nrotation = [0, {0}, 0]\nposition = [{1}, 0, {2}]\nvelocity = [0, 0, 0.5]\nfriction = "
        "{3}\nself_contact = false\n",
        angle, above * std::sin(angle), above * std::cos(angle), friction)));
    const Vec3d start = positions(simulation)[12];
    test::runTo(simulation, 0.5);
    return length(positions(simulation)[12] - start - Vec3d{0, 0, 0.25});
}

// Coulomb's friction: it sticks where tan(20 degrees) = 0.364 <= mu, else it slides with g (sin - mu cos).
TEST(ClothBodies, ASheetOnATiltedBodySticksOrSlides) {
    EXPECT_LT(slideOnBody(0.4), 1e-5);
    const double angle = 20 * std::numbers::pi / 180;
    for (const double mu : {0.0, 0.2}) {
        const double way = 0.5 * 9.81 * (std::sin(angle) - mu * std::cos(angle)) * 0.25;
        // Gauss-Seidel leaves some friction where the normal part of a pair is taken back.
        EXPECT_NEAR(slideOnBody(mu), way, 0.04 * way) << mu;
    }
}

/// A heavy box that swings on a hinge, with a sheet that it holds by one side and that wraps around it.
std::string swing() {
    return "[[body]]\nname = \"box\"\nshape = \"box\"\nmaterial = \"wood\"\ndensity = 600\nsize = [0.12, "
           "0.12, "
           "0.12]\nposition = [0, 0, 0]\nvelocity = [1.5, 0, 0]\n"
           "[[joint]]\nname = \"pivot\"\nkind = \"hinge\"\nfirst = \"box\"\npoint = [0, 0, 0.5]\naxis = [0, "
           "1, 0]\n"
           "[[cloth]]\nname = \"sheet\"\nwidth = 0.3\nheight = 0.3\npoints_x = 16\npoints_y = 16\nrotation = "
           "[0, "
           "1.5707963267948966, 0]\nposition = [-0.07, 0, -0.1]\nthickness = 0.004\nair_drag = 1.2\n"
           "[[cloth_attachment]]\ncloth = \"sheet\"\nwhere = \"left\"\nwall = \"box\"\n";
}

TEST(ClothBodies, ASheetHeldByASwingingBodyNeverCrossesIt) {
    scene::Simulation simulation = test::simulationOf(sceneOf(swing()), 2);
    for (int frame = 1; frame <= 180; ++frame) {
        test::runTo(simulation, frame / 60.0);
        EXPECT_EQ(crossingsWithBoxes(simulation, 1, {0.06, 0.06, 0.06}), 0U) << frame;
    }
    EXPECT_EQ(simulation.world().table(ledger_table).read(fields::unresolved_contacts)[0], 0U);
}

}  // namespace
}  // namespace talus::cloth

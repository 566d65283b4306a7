// Free bodies in contact with each other, walls, prescribed bodies and ground.
#include "talus/environment/fields.h"
#include "talus/solids/contact/overlaps.h"
#include "talus/solids/fields.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"
#include "talus/solids/scene.h"
#include "talus/state/restore.h"
#include "talus/state/world.h"
#include "tests/support/scene_head.h"
#include "tests/support/scene_text.h"

namespace talus::solids {
namespace {

using test::runTo;
using test::simulationOf;

std::string head(double dt = 0) {
    return test::sceneHead("bodies", {.duration = 30, .frame_interval = 1.0 / 60, .dt = dt}, {{"stone"}});
}
const std::string no_gravity = "[world]\ngravity = [0, 0, 0]\n";
const std::string floor_wall = "[[wall]]\nname = \"floor\"\nmaterial = \"stone\"\n";

std::string ball(const std::string& name, const std::string& position, const std::string& more = "") {
    return fmt::format("[[body]]\nname = \"{}\"\nmaterial = \"stone\"\nradius = 0.1\nposition = {}\n{}", name,
                       position, more);
}

/// A cube of 0.2 m.
std::string block(const std::string& name, const std::string& position, const std::string& more = "") {
    return fmt::format(
        "[[body]]\nname = \"{}\"\nmaterial = \"stone\"\nshape = \"box\"\nsize = [0.2, 0.2, 0.2]\n"
        "position = {}\n{}",
        name, position, more);
}

BodyState bodyAt(const scene::Simulation& simulation, std::size_t row) {
    return bodyIn(simulation.world().table(bodies_table), row);
}

struct Momenta {
    Vec3d linear, angular;  ///< about the origin
    double energy = 0;      ///< kinetic [J]
};
Momenta momentaOf(const scene::Simulation& simulation) {
    Momenta all;
    const auto& bodies = in(simulation.scene()).bodies;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const Rigid rigid = rigidOf(simulation.scene(), bodies[b]);
        const BodyState body = bodyAt(simulation, b);
        const Vec3d own = angularMomentum(rigid, body);
        all.linear += body.velocity * rigid.mass;
        all.angular += own + cross(body.position, body.velocity * rigid.mass);
        all.energy += 0.5 * (rigid.mass * squaredLength(body.velocity) + dot(own, body.spin));
    }
    return all;
}

// The lines end 5% before the surface.
TEST(Overlaps, InnerLinesEndShortOfTheSurface) {
    const geometry::Box box{{-1, -2, -3}, {1, 2, 3}};
    for (const Inner& line : innerLines(geometry::Solid(box)))
        EXPECT_TRUE(std::abs(line.to.x) <= 0.95 && std::abs(line.to.y) <= 1.9 && std::abs(line.to.z) <= 2.85);
    for (const Inner& line : innerLines(geometry::Solid(geometry::Sphere{{}, 2})))
        EXPECT_NEAR(length(line.to), 1.9, 1e-12);
    for (const Inner& line : innerLines(geometry::Solid(geometry::Rod{2, 0.5}))) {
        EXPECT_LE(std::abs(line.to.z), 0.95 + 1e-12);
        EXPECT_LE(std::hypot(line.to.x, line.to.y), 0.475 + 1e-12);
    }
    EXPECT_FALSE(innerLines(geometry::Solid(geometry::Capsule{{0, 0, -1}, {0, 0, 1}, 0.5})).empty());
}

// Equal balls that meet head on without loss exchange their velocities, to the tolerance of the solver.
TEST(Contacts, EqualBallsExchangeVelocities) {
    auto simulation = simulationOf(head() + no_gravity +
                                   ball("left", "[-1, 0, 0]", "velocity = [1, 0, 0]\nrestitution = 1\n") +
                                   ball("right", "[0.5, 0, 0]", "restitution = 1\n"));
    runTo(simulation, 2);
    EXPECT_NEAR(length(bodyAt(simulation, 0).velocity), 0, 1e-6);
    EXPECT_NEAR(length(bodyAt(simulation, 1).velocity - Vec3d{1, 0, 0}), 0, 1e-6);
}

// Boxes of different sizes that collide beside their middles and turn. Impulses are equal and opposite, so
// momentum stays to round-off. They act at one point of each body, and the two are as far apart as the bodies
// overlap, so angular momentum is exact to the overlap over the size: 1%. No energy comes from contacts.
TEST(Contacts, KeepMomentumWhereBodiesCollide) {
    auto simulation = simulationOf(
        head(1e-3) + no_gravity +
        block("block", "[-0.8, 0.05, 0]", "velocity = [2, 0, 0]\nspin = [0, 1, 3]\nrestitution = 0.5\n") + R"(
[[body]]
name = "beam"
material = "stone"
shape = "box"
size = [0.1, 0.8, 0.15]
position = [0, 0.3, 0.02]
spin = [0, 0, 1]
)" + ball("ball", "[0.6, 0.2, 0]", "velocity = [-1, 0, 0]\n"));
    const Momenta before = momentaOf(simulation);
    double energy = before.energy;
    while (simulation.world().time < 2) {
        ASSERT_TRUE(simulation.advance().ok());
        const Momenta now = momentaOf(simulation);
        ASSERT_LT(now.energy, energy * (1 + 1e-5)) << simulation.world().time;
        energy = now.energy;
    }
    const Momenta after = momentaOf(simulation);
    EXPECT_LT(after.energy, 0.9 * before.energy) << "they did not collide";
    EXPECT_NEAR(length(after.linear - before.linear), 0, 1e-12 * length(before.linear));
    EXPECT_NEAR(length(after.angular - before.angular), 0, 0.01 * length(before.angular));
}

// A block holds on a slope of tan t below its friction, and slides above it, by 1% either way; sliding, it
// gains g (sin t - mu cos t).
TEST(Contacts, ABlockSlidesWhereFrictionIsTooWeak) {
    const auto moved = [&](double friction, double slope) {
        auto simulation = simulationOf(
            head() +
            fmt::format("[[wall]]\nname = \"slope\"\nmaterial = \"stone\"\nnormal = [{}, 0, {}]\n",
                        std::sin(slope), std::cos(slope)) +
            block("block", fmt::format("[{}, 0, {}]", 0.1 * std::sin(slope), 0.1 * std::cos(slope)),
                  fmt::format("rotation = [0, {}, 0]\nfriction = {}\n", slope, friction)));
        const Vec3d from = bodyAt(simulation, 0).position;
        runTo(simulation, 2);
        return length(bodyAt(simulation, 0).position - from);
    };
    const double mu = 0.5, angle = std::atan(mu);
    EXPECT_LT(moved(mu * 1.01, angle), 1e-3);
    // 1% of friction too little: g sin t (1 - 0.99) for 2 s.
    const double creeps = 0.5 * 9.81 * std::sin(angle) * 0.01 * 4;
    EXPECT_NEAR(moved(mu * 0.99, angle), creeps, 0.05 * creeps);
    const double slides = 0.5 * 9.81 * (std::sin(0.6) - mu * std::cos(0.6)) * 4;
    EXPECT_NEAR(moved(mu, 0.6), slides, 0.01 * slides);
}

// Ten blocks stand for 20 s and creep by less than 0.1 mm/s; each stands on the one below.
TEST(Contacts, AStackStands) {
    std::string text = head() + floor_wall;
    for (int k = 0; k < 10; ++k)
        text += block(fmt::format("block{}", k), fmt::format("[0, 0, {}]", 0.1 + 0.2 * k));
    auto simulation = simulationOf(text);
    runTo(simulation, 1);
    std::vector<Vec3d> from;
    for (std::size_t k = 0; k < 10; ++k) from.push_back(bodyAt(simulation, k).position);
    runTo(simulation, 20);
    for (std::size_t k = 0; k < 10; ++k) {
        const BodyState at = bodyAt(simulation, k);
        EXPECT_LT(length(at.position - from[k]), 19 * 1e-4) << k;
        EXPECT_NEAR(at.position.z, 0.1 + 0.2 * static_cast<double>(k), 0.002) << k;
        EXPECT_GT(at.rotation.z.z, 0.9999) << k;
    }
    // The floor bears them all.
    const double weight = 10 * rigidOf(simulation.scene(), in(simulation.scene()).bodies[0]).mass * 9.81;
    const state::Table& walls = std::as_const(simulation.world()).table(environment::walls_table);
    const double force = walls.read(fields::wall_body_impulse)[0].z / walls.read(fields::wall_body_time)[0];
    EXPECT_NEAR(force, -weight, 1e-3 * weight);
}

// On rigid ground and in walls of all shapes bodies come to rest where the shape says.
TEST(Contacts, BodiesRestOnGroundAndInWalls) {
    auto simulation = simulationOf(head() + R"(
[ground]
material = "stone"
corner = [-1, -1, 0]
size = [2, 2]
spacing = 0.1
[[body]]
name = "rod"
material = "stone"
shape = "cylinder"
radius = 0.1
length = 0.3
position = [-0.5, -0.5, 0.3]
)" + block("block", "[0.03, 0.04, 0.4]"));
    runTo(simulation, 6);
    EXPECT_NEAR(bodyAt(simulation, 0).position.z, 0.15, 0.002);
    EXPECT_NEAR(bodyAt(simulation, 1).position.z, 0.1, 0.001);
    auto bowl = simulationOf(head() + R"(
[[wall]]
name = "bowl"
material = "stone"
shape = "sphere-inside"
centre = [5, 0, 1]
radius = 0.5
)" + ball("marble", "[5.1, 0, 0.8]"));
    runTo(bowl, 6);
    // The polygon that stands for the sphere is within 0.05% of its radius.
    EXPECT_NEAR(length(bodyAt(bowl, 0).position - Vec3d{5, 0, 1}), 0.4, 0.001);
}

std::string heap() {
    std::string text = head() + floor_wall;
    for (int k = 0; k < 24; ++k)
        text += k % 3 == 0
                    ? ball(fmt::format("b{}", k),
                           fmt::format("[{}, {}, {}]", 0.1 * (k % 2), 0.03 * k, 0.2 + 0.25 * (k / 2)))
                    : block(fmt::format("b{}", k),
                            fmt::format("[{}, {}, {}]", 0.3 + 0.2 * (k % 2), 0.05 * (k % 5), 0.2 + 0.3 * k),
                            k == 20 ? "enters = 0.5\n" : "");
    return text;
}

// A step depends on poses and velocities only: the same bits from a snapshot on, also when bodies enter.
TEST(Contacts, SameBitsFromASnapshot) {
    auto one = simulationOf(heap()), resumed = simulationOf(heap(), 2);
    runTo(one, 0.4);
    const state::Snapshot middle = takeSnapshot(one.world());
    ASSERT_TRUE(resumed.restore(middle).ok());
    runTo(one, 1.2);
    runTo(resumed, 1.2);
    EXPECT_EQ(stateHash(one.world()), stateHash(resumed.world()));
}

}  // namespace
}  // namespace talus::solids

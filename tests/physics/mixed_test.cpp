// precision = "mixed" against double, on the same scenes. What single precision does to a contact: the
// distance of two grains goes through three roundings (components, square, root) of 2^-24 of a diameter, so
// an overlap is right to 1.8e-7 diameters at the worst, whatever it is; all else is right to some 6e-8 of
// itself.
#include "talus/core/rng.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/law/law_row.h"
#include "talus/state/world.h"
#include "tests/physics/sand_grains.h"
#include "tests/support/granular.h"

namespace talus {
namespace {

using namespace testing_support;
using grains::Contact;
using grains::Law;
using grains::Precision;
namespace fields = grains::fields;

constexpr double rounding = 5.97e-8;  ///< 2^-24

scene::Scene inPrecision(scene::Scene scene, Precision precision) {
    grains::in(scene).params.precision = precision;
    return scene;
}

Contact contactOf(Law law) {
    Contact contact = linear(0.6, 0.4);
    contact.law = law;
    if (law == "lee-herrmann") {
        contact.stiffness = 2e5;
        contact.normal_damping = 500;
    }
    if (law == "hertz-mindlin") contact.young = 1e7;
    return contact;
}

struct After {
    Vec3d velocity, spin;
};

/// Two grains that meet obliquely, spinning, some contact times later.
After impact(Law law, Precision precision) {
    scene::Scene scene = inPrecision(sandScene(contactOf(law), 1e-6), precision);
    grains::in(scene).placed = {grainAt({-radius, 0, 0}, {0.5, 0.2, 0}, {0, 0, 40}),
                                grainAt({radius, 0.0002, 0.0003}, {-0.5, 0, 0.1}, {30, 0, 0})};
    scene::Simulation simulation = start(scene);
    advance(simulation, 1500);
    EXPECT_EQ(measured(simulation).contacts, 0u) << "they have parted";
    return {of(simulation, fields::velocity, 0), of(simulation, fields::spin, 0)};
}

TEST(Mixed, AnImpactComesOutAsInDouble) {
    for (const Law law : {"linear", "lee-herrmann", "hertz-mindlin"}) {
        const After exact = impact(law, Precision::Double), mixed = impact(law, Precision::Mixed);
        // The overlap reaches about a hundredth of a diameter, so forces are right to 300 roundings, and a
        // third of that in the mean; over the hundreds of steps of a contact they are as often too large as
        // too small.
        const double speed = length(exact.velocity), rate = length(exact.spin);
        EXPECT_LT(length(mixed.velocity - exact.velocity) / speed, 100 * rounding) << law->name;
        EXPECT_LT(length(mixed.spin - exact.spin) / rate, 100 * rounding) << law->name;
        EXPECT_GT(length(mixed.velocity - exact.velocity), 0) << "else it was not mixed";
    }
}

/// A dense cloud of grains of three sizes, moving at random, a kilometre from the origin: single precision
/// could not even tell the places of its grains there.
scene::Scene farCloud(Precision precision) {
    scene::Scene scene = inPrecision(sandScene(contactOf("linear"), 2e-6), precision);
    const Random random{3, 0};
    for (std::size_t k = 0; k < 1000; ++k) {
        const std::size_t x = k % 10, y = k / 10 % 10, z = k / 100;
        const Vec3d site{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
        const auto vector = [&](double size, std::uint32_t channel) {
            return Vec3d{random.uniform(-size, size, k, channel), random.uniform(-size, size, k, channel + 1),
                         random.uniform(-size, size, k, channel + 2)};
        };
        grains::Grain grain = grainAt(Vec3d{1000, -1000, 500} + site * (1.98 * radius) + vector(2e-5, 0),
                                      vector(0.3, 3), vector(50, 6));
        grain.radius = radius * (1 + 0.005 * (static_cast<double>(k % 3) - 1));
        grains::in(scene).placed.push_back(grain);
    }
    return scene;
}

TEST(Mixed, ForcesOfACloudFarFromTheOrigin) {
    const scene::Simulation exact = start(farCloud(Precision::Double)),
                            mixed = start(farCloud(Precision::Mixed));
    const state::Table &of_exact = exact.world().table(grains::grains_table),
                       &of_mixed = mixed.world().table(grains::grains_table);
    const auto a = grains::forcesOf(of_exact).force, b = grains::forcesOf(of_mixed).force;
    ASSERT_GT(measured(exact).contacts, 2000u);
    double error = 0, size = 0;
    for (std::size_t i = 0; i < of_exact.size(); ++i) {
        error += squaredLength(b[i] - a[i]);
        size += squaredLength(a[i]);
    }
    // Overlaps are a hundredth of a diameter, and each may be wrong by three roundings of a diameter.
    EXPECT_LT(std::sqrt(error / size), 300 * rounding);
    EXPECT_GT(error, 0);
}

TEST(Mixed, MomentumIsKept) {
    scene::Simulation simulation = start(farCloud(Precision::Mixed));
    const grains::Measures before = measured(simulation);
    advance(simulation, 500);
    const grains::Measures after = measured(simulation);
    // Each sum of forces is rounded once a contact. Had all roundings of all grains and steps the same sign,
    // the momentum would change by that share of what the contacts have exchanged; this is of the size of the
    // momenta themselves, sqrt(2 m E) a grain.
    const double exchanged = 1000 * std::sqrt(2 * mass * before.kinetic / 1000);
    EXPECT_LT(length(after.momentum - before.momentum), 10 * rounding * exchanged);
    EXPECT_LT(after.kinetic + after.rotational + after.elastic,
              before.kinetic + before.rotational + before.elastic);
}

TEST(Mixed, SameBitsForAnyThreads) {
    scene::Scene scene = inPrecision(settled(), Precision::Mixed);
    scene.environment.walls[0].box = {{-0.04, -0.04, 0}, {0.04, 0.04, 0.06}};
    grains::in(scene).fills[0].box = scene.environment.walls[0].box;
    scene::Simulation serial = start(scene), parallel = start(scene, exec::Exec::cpu(3));
    ASSERT_GT(serial.world().table(grains::blocks_table).size(), 1u) << "one block is one task";
    advance(serial, 300);
    ASSERT_TRUE(parallel.advance(300).ok());
    EXPECT_EQ(state::stateHash(serial.world()), state::stateHash(parallel.world()));
}

TEST(Mixed, AStackComesToRest) {
    // Rounding may be wrong by 5000 N/m * 1.8e-7 * 4 mm = 4e-6 N in a contact of a grain of 8.4e-5 kg: in a
    // step of 1e-5 s that is 4e-7 m/s, which dashpots then take away.
    for (const Precision precision : {Precision::Double, Precision::Mixed}) {
        Contact contact = linear(0.3, 0.5);
        contact.rolling = grains::Rolling::Spring;  // it would fall without
        scene::Scene scene = inPrecision(sandScene(contact, 1e-5), precision);
        scene.environment.gravity = {0, 0, -9.81};
        scene.environment.walls = {floorAt(0)};
        for (int k = 0; k < 4; ++k)
            grains::in(scene).placed.push_back(grainAt({0, 0, (2 * k + 1) * radius + 1e-5 * k}));
        scene::Simulation simulation = start(scene);
        ASSERT_TRUE(simulation.advance(60000).ok());
        EXPECT_EQ(measured(simulation).contacts, 3u) << "of grains with each other";
        EXPECT_LT(measured(simulation).fastest, 4e-7) << (precision == Precision::Mixed ? "mixed" : "double");
    }
}

}  // namespace
}  // namespace talus

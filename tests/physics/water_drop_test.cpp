// Surface tension of dfsph against closed forms: the pressure in a drop, and the period of its swing.
#include <numbers>

#include "tests/support/water.h"

namespace talus::test {
namespace {

constexpr double radius = 0.01, tension = 0.0728;

scene::Simulation dropOf(double spacings) {
    return simulationOf(
        waterHead("dfsph", radius / spacings, "gravity = [0, 0, 0]") +
        fmt::format("surface_tension = {}\n[[water_block]]\nname = \"drop\"\nshape = \"sphere\"\n"
                    "centre = [0, 0, 0]\nradius = {}\n",
                    tension, radius));
}

struct Shape {
    double radius;     ///< of the ball with the same second moment [m]
    double stretched;  ///< second moment along x less that across [m^2]
    double pressure;   ///< mean of the inner half of the radius [Pa]
    double speed;      ///< root mean square [m/s]
};
Shape shapeOf(const scene::Simulation& simulation) {
    const auto places = placesOf(simulation);
    const auto pressure = particlesOf(simulation).read(water::fields::pressure);
    Vec3d middle;
    for (const Vec3d& place : places) middle += place / static_cast<double>(places.size());
    double all = 0, stretched = 0, inner = 0, sum = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3d d = places[i] - middle;
        all += squaredLength(d);
        stretched += d.x * d.x - 0.5 * (d.y * d.y + d.z * d.z);
        if (length(d) > 0.5 * radius) continue;
        sum += double{pressure[i]};
        inner += 1;
    }
    const auto count = static_cast<double>(places.size());
    return {std::sqrt(5.0 / 3 * all / count), stretched / count, sum / inner,
            std::sqrt(meanSquareSpeed(simulation))};
}

// The pressure of Laplace is 2 sigma / R, a mean over 0.1 s because single pressures scatter. The period of
// the first mode is 2 pi / sqrt(8 sigma / (rho R^3)) (Rayleigh 1879; Lamb 1932, 275). Both hold to 10%. The
// swing is a seventh of the radius: with less, the motion that is left in a drop at rest counts (at 8
// spacings a swing by a tenth took 1.03 or 1.18 periods, depending on when it began). With a seventh 1.28
// periods were seen at 8 spacings to the radius, 1.00 at 9, 0.99 at 10, 1.05 at 12. A drop that is left alone
// keeps its size to 1% and comes to rest, to a tenth of the speed of its waves.
void expectPressureAndPeriod(double spacings) {
    scene::Simulation simulation = dropOf(spacings);
    const double omega = std::sqrt(8 * tension / (1000 * radius * radius * radius));
    runTo(simulation, 0.2);
    double pressure = 0;
    int moments = 0;
    while (simulation.world().time < 0.3) {
        ASSERT_TRUE(simulation.advance().ok());
        pressure += shapeOf(simulation).pressure;
        ++moments;
    }
    const Shape still = shapeOf(simulation);
    tell(fmt::format("pressure_{}", spacings), pressure / moments / (2 * tension / radius));
    tell(fmt::format("radius_{}", spacings), still.radius / radius);
    tell(fmt::format("speed_{}", spacings), still.speed);
    EXPECT_NEAR(pressure / moments / (2 * tension / radius), 1, 0.1) << spacings;
    EXPECT_NEAR(still.radius / radius, 1, 0.01) << spacings;
    EXPECT_LT(still.speed, 0.1 * omega * radius) << spacings;

    setVelocities(simulation, [&](const Vec3d& p) { return Vec3d{2 * p.x, -p.y, -p.z} * (0.075 * omega); });
    const double begin = simulation.world().time;
    double last = 0, back = 0;
    int crossings = 0;
    while (crossings < 2 && simulation.world().time < begin + 10 / omega) {
        ASSERT_TRUE(simulation.advance().ok());
        const double now = shapeOf(simulation).stretched - still.stretched;
        back = simulation.world().time - begin;
        if (last * now < 0 && back > 1 / omega) ++crossings;
        last = now;
    }
    tell(fmt::format("period_{}", spacings), back * omega / (2 * std::numbers::pi));
    EXPECT_NEAR(back * omega / (2 * std::numbers::pi), 1, 0.1) << spacings;
}

TEST(WaterDrop, HasThePressureAndThePeriodOfItsTension) { expectPressureAndPeriod(10); }
TEST(WaterDrop, LongHasThePressureAndThePeriodOfItsTensionOnAFinerLattice) { expectPressureAndPeriod(12); }

/// Of a drop on a plane at z = 0 with its axis at x = y = 0.
struct Drop {
    double base;      ///< radius of its lowest layer, were it a disc [m]
    double height;    ///< mean over all particles, of z [m]
    std::size_t off;  ///< particles that are farther than two radii from where it began
};
Drop dropOn(const scene::Simulation& simulation, double spacing) {
    double square = 0, low = 0, height = 0;
    std::size_t off = 0;
    const auto places = placesOf(simulation);
    for (const Vec3d& p : places) {
        height += p.z / static_cast<double>(places.size());
        off += length(p) > 2 * radius;
        if (p.z > spacing) continue;
        square += 2 * (p.x * p.x + p.y * p.y);
        low += 1;
    }
    return {std::sqrt(square / low), height, off};
}

// Half a ball on a plane, without gravity, is in equilibrium: its surface meets the plane at a right angle,
// as a whole ball does its own mirror image. Asked are 10% of the radius and of the height of the centroid,
// 3/8 R, means over 0.3 s, for a lattice of 8 spacings still swings by 7% at moments. A viscosity of 0.05 Pa
// s damps what it starts with. Where walls count as liquid even beside the drop, it spreads over them: 1.22
// to 1.29 of the radius, 0.66 to 0.71 of the height.
TEST(WaterDrop, StandsOnAPlaneAtARightAngle) {
    constexpr double spacing = radius / 8;
    scene::Simulation simulation =
        simulationOf(waterHead("dfsph", spacing, "gravity = [0, 0, 0]") +
                     fmt::format("viscosity = 0.05\nsurface_tension = {}\n[[water_block]]\nname = \"drop\"\n"
                                 "shape = \"sphere\"\ncentre = [0, 0, 0]\nradius = {}\n",
                                 tension, radius) +
                     planeOf("table", 0, 1));
    const Drop start = dropOn(simulation, spacing);
    constexpr int moments = 30;
    double base = 0, height = 0;
    for (int k = 1; k <= moments; ++k) {
        runTo(simulation, 0.3 + 0.01 * k);
        const Drop now = dropOn(simulation, spacing);
        base += now.base / start.base / moments;
        height += now.height / start.height / moments;
        EXPECT_EQ(now.off, 0u) << k;
    }
    tell("base", base);
    tell("height", height);
    EXPECT_NEAR(base, 1, 0.1);
    EXPECT_NEAR(height, 1, 0.1);
}

}  // namespace
}  // namespace talus::test

// How deep bodies sink.
#include "talus/ground/response.h"

#include <array>
#include <numbers>

#include "talus/ground/displacement.h"

namespace talus::ground {
namespace {

constexpr double g = 9.81;

/// Depth at which a body dropped from a height comes to rest.
double depthOf(const Response& response, double mass, double drop, double dt = 1e-5) {
    Sinking body{-drop, 0, false};
    for (int step = 0; step < 10'000'000 && !body.rests; ++step) body = advance(response, body, mass, g, dt);
    EXPECT_TRUE(body.rests);
    EXPECT_EQ(body.speed, 0);
    return body.depth;
}

// v decays at the rate c from sqrt(2 g h) on: v / c in all, for any step; of the last way 1e-7 m may be cut
// off.
TEST(Dissipation, DepthIsTheImpactSpeedOverTheDecayRate) {
    for (const double dt : {1e-5, 1e-3, 0.02})
        EXPECT_NEAR(depthOf(Dissipation{20}, 1, 0.5, dt), std::sqrt(2 * g * 0.5) / 20, 2e-7) << dt;
}

/// v^2(z) = A + B z + (v0^2 - A) exp(-2 z / d), with B = -k d / m and A = d (g - B / 2).
double closedForm(const Poncelet& ground, double mass, double drop) {
    const double d = ground.drag_length, b = -ground.friction * d / mass, a = d * (g - b / 2);
    const auto square = [&](double z) { return a + b * z + (2 * g * drop - a) * std::exp(-2 * z / d); };
    double low = 0, high = 1;
    while (square(high) > 0) high *= 2;
    for (int k = 0; k < 200; ++k) (square(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
    return low;
}

// Against the closed form, and of second order: half the step, a quarter of the error.
TEST(Poncelet, FollowsItsClosedForm) {
    const Poncelet ground{300, 0.06};
    for (const double drop : {1e-6, 0.01, 0.1, 1.0, 10.0}) {
        const double expected = closedForm(ground, 0.07, drop);
        EXPECT_NEAR(depthOf(ground, 0.07, drop), expected, 1e-6 * expected) << drop;
    }
    const double expected = closedForm(ground, 0.07, 0.3);
    const double coarse = depthOf(ground, 0.07, 0.3, 1e-3) - expected,
                 fine = depthOf(ground, 0.07, 0.3, 1e-4) - expected;
    EXPECT_LT(std::abs(fine), 0.03 * std::abs(coarse));
}

// Crater depth grows as the cube root of the total drop, the fall and the depth: Uehara, Ambroso, Ojha,
// Durian (2003), Phys. Rev. Lett. 90, 194301, d = 0.14 / mu sqrt(rho_b / rho_g) D^(2/3) H^(1/3). For a steel
// ball of one inch the exponent is within 0.02 of 1/3 over two decades of drops; the prefactor (0.14 from
// memory) is met within 30%.
TEST(Poncelet, CraterDepthIsTheCubeRootOfTheDrop) {
    const double diameter = 0.0254, steel = 7800, sand_density = 1520, mu = 0.45;
    const Poncelet ground = ponceletOf(diameter, steel, sand_density, mu, g);
    const double mass = steel * std::numbers::pi / 6 * diameter * diameter * diameter;
    double sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    constexpr std::array drops{0.01, 0.03, 0.1, 0.3, 1.0};
    for (const double drop : drops) {
        const double depth = depthOf(ground, mass, drop), total = drop + depth;
        const double x = std::log(total), y = std::log(depth);
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
        const double uehara =
            0.14 / mu * std::sqrt(steel / sand_density) * std::pow(diameter, 2.0 / 3) * std::cbrt(total);
        EXPECT_NEAR(depth, uehara, 0.35 * uehara) << drop;
    }
    const double n = drops.size();
    EXPECT_NEAR((n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x), 1.0 / 3, 0.02);
}

// A body set down on the ground sinks in until friction carries it, and a body that rests stays.
TEST(Response, ABodySetDownSinksAndThenRests) {
    const Sinking set_down{0, 0, false};
    Sinking body = advance(Poncelet{100, 0.1}, set_down, 0.1, g, 1e-3);
    EXPECT_GT(body.depth, 0);
    EXPECT_GT(depthOf(Poncelet{100, 0.1}, 0.1, 1e-9), 0.1 * g / 100);
    EXPECT_TRUE(advance(Dissipation{20}, set_down, 0.1, g, 1e-3).rests);
    const Sinking held{0.2, 0, true};
    EXPECT_EQ(advance(Poncelet{100, 0.1}, held, 0.1, g, 1).depth, 0.2);
    EXPECT_FALSE(check(Dissipation{0}).ok());
    EXPECT_FALSE(check(Poncelet{-1, 1}).ok());
    EXPECT_FALSE(check(Poncelet{1, std::nan("")}).ok());
    EXPECT_TRUE(check(Poncelet{}).ok());
}

// All together: a ball falls into sand, presses it down as it sinks, and the sand slides. A crater with a rim
// is left, as deep as the ball sank or a little less (sand runs back under its side), and no sand is lost.
TEST(Response, ABallLeavesACraterInSand) {
    const geometry::ColumnGrid grid{-0.1, -0.1, 0.004, 51, 51};
    geometry::Heightfield field = geometry::flatHeightfield(grid, 0.1);
    Displacement displacement(grid);
    SlopeErosion erosion(grid);
    const double radius = 0.0127, mass = 7800 * 4.0 / 3 * std::numbers::pi * radius * radius * radius;
    const exec::Exec exec = exec::Exec::serial();
    const double before = volumeOf(exec, grid, field.height.view());
    const Poncelet ground = ponceletOf(2 * radius, 7800, 1520, 0.45, g);
    SlopeLimits limits = sand().slopes;
    limits.inside = 1.5;  // nothing runs in under the ball
    Sinking ball{-0.02, 0, false};
    while (!ball.rests) {
        ball = advance(ground, ball, mass, g, 1e-3);
        const geometry::ColumnRange lifted = displacement.clearTouched();
        const Displaced displaced = displacement.press(
            field.height.view(), {}, geometry::Sphere{{0, 0, 0.1 - ball.depth + radius}, radius}, 1);
        erosion.relax(exec, {field.height.view(), {}, displacement.touched()}, limits,
                      merged(lifted, displaced.changed), Packing::Stable, 20);
    }
    EXPECT_DOUBLE_EQ(field.height[grid.at(25, 25)], 0.1 - ball.depth);
    const auto rim = [&] { return boundsOf(exec, grid, field.height.view()).max.z; };
    const double rim_before = rim();
    EXPECT_GT(rim_before, 0.101);
    displacement.clearTouched();
    EXPECT_TRUE(erosion
                    .relax(exec, {field.height.view(), {}, displacement.touched()}, limits, allColumns(grid),
                           Packing::Stable, 100000)
                    .settled);
    EXPECT_GT(field.height[grid.at(25, 25)], 0.1 - ball.depth + 0.002);
    EXPECT_LT(field.height[grid.at(25, 25)], 0.095);
    EXPECT_NEAR(volumeOf(exec, grid, field.height.view()), before, 1e-12 * before);
}

}  // namespace
}  // namespace talus::ground

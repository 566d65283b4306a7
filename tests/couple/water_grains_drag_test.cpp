// Laws of drag on hand-made cases.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "talus/couple/water_grains/drag.h"

namespace talus::couple::water_grains {
namespace {

constexpr Liquid water{1000, 1e-3};
constexpr double d = 1e-3;
/// Slip at which the superficial Reynolds number is this.
double slipAt(double re, double eps) { return re * water.viscosity / (water.density * d * eps); }
double coefficient(Drag law, double re) {
    const double s = slipAt(re, 1), area = std::numbers::pi * d * d / 4;
    return dragOf(law, d, s, 1, water) * s / (0.5 * water.density * area * s * s);
}

// Stokes' 3 pi mu d is the limit of Wen and Yu; Di Felice's has 23.04 in the place of 24. At rest it is
// finite.
TEST(WaterGrainsDrag, IsStokesInSlowFlow) {
    const double stokes = 3 * std::numbers::pi * water.viscosity * d;
    EXPECT_NEAR(dragOf(Drag::WenYu, d, 0, 1, water) / stokes, 1, 1e-12);
    EXPECT_NEAR(dragOf(Drag::DiFelice, d, 0, 1, water) / stokes, 23.04 / 24, 1e-12);
    EXPECT_EQ(dragOf(Drag::None, d, 1, 1, water), 0);
}

// The standard drag curve of spheres (Clift, Grace, Weber 1978, "Bubbles, drops and particles", table 5.1): C
// = 27.3 at Re 1, 4.26 at 10, 1.09 at 100. Schiller and Naumann are within 5% of it (ibid., table 5.2), the
// two numbers of DallaValle's within 15%.
TEST(WaterGrainsDrag, FollowsTheCurveOfSpheres) {
    const double curve[][2] = {{1, 27.3}, {10, 4.26}, {100, 1.09}};
    for (const auto& [re, c] : curve) {
        EXPECT_NEAR(coefficient(Drag::WenYu, re) / c, 1, 0.05) << re;
        EXPECT_NEAR(coefficient(Drag::DiFelice, re) / c, 1, 0.15) << re;
    }
    EXPECT_NEAR(coefficient(Drag::DiFelice, 1000), std::pow(0.63 + 4.8 / std::sqrt(1000.0), 2), 1e-9);
    EXPECT_NEAR(coefficient(Drag::WenYu, 1e5), 0.44, 1e-12);
}

// At the same superficial slip, Re is the same and the drag goes with eps^-chi (Di Felice: 3.7 far off Re =
// 10^1.5, 3.05 there) and eps^-3.65 (Wen and Yu).
TEST(WaterGrainsDrag, RisesWithTheGrainsAround) {
    const auto power = [](Drag law, double re) {
        const double eps = 0.5;
        const double one = dragOf(law, d, slipAt(re, 1), 1, water) * slipAt(re, 1);
        const double many = dragOf(law, d, slipAt(re, eps), eps, water) * slipAt(re, eps);
        return std::log(many / one) / std::log(eps);
    };
    EXPECT_NEAR(power(Drag::DiFelice, 1e-4), -3.7, 1e-3);
    EXPECT_NEAR(power(Drag::DiFelice, std::pow(10, 1.5)), -3.05, 1e-3);
    EXPECT_NEAR(power(Drag::WenYu, 10), -3.65, 1e-9);
    EXPECT_NEAR(power(Drag::WenYu, 1e4), -3.65, 1e-9);
}

TEST(WaterGrainsDrag, BalancesTheWeightAtTheSettlingSpeed) {
    const double v = settlingSpeed(Drag::WenYu, 1e-4, 2500, {1000, 1e-2}, 9.81);
    const double stokes = 1500 * 9.81 * 1e-8 / (18 * 1e-2);
    EXPECT_NEAR(v / stokes, 1, 0.01);  // Re 8e-5
}

// However strong, drag brings the two to their common velocity and not past it.
TEST(WaterGrainsDrag, NeverOvertakes) {
    const Exchange strong{.beta = 1e6, .mass = 2, .around = 3};
    const double dt = 0.1, impulse = strong.factor(dt) * dt * 1.0;  // of a slip of 1 m/s
    EXPECT_NEAR(1 - impulse * (1 / strong.mass + 1 / strong.around), 0, 1e-4);
    const Exchange weak{.beta = 1e-6, .mass = 2, .around = 3};
    EXPECT_NEAR(weak.factor(dt), 1e-6, 1e-12);
}

}  // namespace
}  // namespace talus::couple::water_grains

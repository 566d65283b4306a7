// Laws of sediment against numbers worked out by hand from the papers' formulas: quartz (2650 kg/m^3) in
// water of nu = 1e-6 m^2/s, g = 9.81.
#include <gtest/gtest.h>

#include <cmath>

#include "talus/environment/sediment/bed_load.h"
#include "talus/environment/sediment/bed_shear.h"
#include "talus/environment/sediment/entrainment.h"
#include "talus/environment/sediment/settling.h"
#include "talus/environment/sediment/threshold.h"

namespace talus::environment {
namespace {

const CarryingLiquid water{1000, 1e-3, 9.81};

struct Row {
    double millimetres, number, shields, critical, settles, stokes;
};
// Ferguson-Church at 5 mm is 0.324; Stokes in the last column where it is still said.
constexpr Row table[] = {{0.1, 2.53, .0771, 0.125, 0.0075, 0.0090}, {0.2, 5.06, .0477, 0.154, 0.0232, 0.036},
                         {0.5, 12.6, .0308, 0.250, 0.071, 0.22},    {1, 25.3, .0314, 0.508, 0.126, 0.90},
                         {2, 50.6, .0399, 1.29, 0.196, 3.6},        {5, 126, .0526, 4.26, 0.324, 22}};

// To the digits of the table: 1% of those with two or three, 3% of Stokes' with two.
TEST(Sediment, NumbersMatchThePublishedTable) {
    for (const Row& row : table) {
        const SedimentGrain grain{1e-3 * row.millimetres, 2650};
        EXPECT_NEAR(grainNumber(grain, water), row.number, 0.005 * row.number) << row.millimetres;
        EXPECT_NEAR(criticalShields(row.number), row.shields, 0.005 * row.shields) << row.millimetres;
        EXPECT_NEAR(criticalShear(grain, water), row.critical, 0.01 * row.critical) << row.millimetres;
        EXPECT_NEAR(settlingVelocity(SettlingLaw::FergusonChurch, grain, water), row.settles,
                    0.01 * row.settles)
            << row.millimetres;
        EXPECT_NEAR(settlingVelocity(SettlingLaw::Stokes, grain, water), row.stokes, 0.03 * row.stokes)
            << row.millimetres;
    }
}

// The thesis' sediment of 3 kg/m^3 in a liquid of 3.5 Pa s rises, by 2/9 r^2 (rho_s - rho) g / mu.
TEST(Sediment, SedimentLighterThanItsLiquidRises) {
    const CarryingLiquid thick{998.29, 3.5, 9.81};
    const double v = settlingVelocity(SettlingLaw::Stokes, {2e-5, 3}, thick);
    EXPECT_NEAR(v, 2.0 / 9 * 1e-10 * (3 - 998.29) * 9.81 / 3.5, 1e-12);
    EXPECT_LT(v, 0);
    EXPECT_EQ(criticalShear({2e-5, 3}, thick), 0);
}

TEST(Sediment, ConcentrationHindersSettling) {
    const Hindrance zaki{Hindrance::Law::RichardsonZaki, 4.65, 0.6}, paper{Hindrance::Law::Kristof, 4.5, 0.7};
    EXPECT_DOUBLE_EQ(zaki(0), 1);
    EXPECT_NEAR(zaki(0.1), std::pow(0.9, 4.65), 1e-12);
    EXPECT_EQ(zaki(0.6), 0);
    EXPECT_NEAR(paper(0.35), 1 - std::pow(0.5, 4.5), 1e-12);
    EXPECT_EQ(paper(0.7), 0);
    // The pieces meet where one ends and the next begins, to the digits that the paper gives.
    for (const double re : {0.2, 1.0, 500.0})
        EXPECT_NEAR(richardsonZakiExponent(re * 0.999), richardsonZakiExponent(re * 1.001), 0.11) << re;
}

// Straight down it is cos b (1 - tan b / tan phi), straight up the same with a plus, and across the root of
// cos^2 b - sin^2 b / tan^2 phi.
TEST(Sediment, CriticalStressFallsDownASlope) {
    const double b = 0.2, phi = 0.56, t = std::tan(phi);
    EXPECT_NEAR(slopeFactor(std::sin(b), -1, t), std::cos(b) * (1 - std::tan(b) / t), 1e-12);
    EXPECT_NEAR(slopeFactor(std::sin(b), 1, t), std::cos(b) * (1 + std::tan(b) / t), 1e-12);
    EXPECT_NEAR(slopeFactor(std::sin(b), 0, t),
                std::sqrt(std::cos(b) * std::cos(b) - std::pow(std::sin(b) / t, 2)), 1e-12);
    EXPECT_DOUBLE_EQ(slopeFactor(0, 0.3, t), 1);
    EXPECT_EQ(slopeFactor(std::sin(0.6), -1, t), 0);
}

// 8 (theta - 0.047)^1.5 sqrt(R g d^3) by hand: d = 1 mm, theta = 0.147 is tau = 2.379 Pa.
TEST(Sediment, BedLoadFollowsMeyerPeterAndMueller) {
    const SedimentGrain grain{1e-3, 2650};
    const double tau = 0.147 * 1650 * 9.81 * 1e-3;
    EXPECT_NEAR(meyerPeterMueller(tau, grain, water), 8 * std::pow(0.1, 1.5) * std::sqrt(1.65 * 9.81 * 1e-9),
                1e-12);
    EXPECT_EQ(meyerPeterMueller(0.047 * 1650 * 9.81 * 1e-3 * 0.999, grain, water), 0);
}

// With the strength of sand a flow that takes as much as it drops, E = rho_s w C, carries 2 u z C, which is
// what Meyer-Peter and Mueller say, whatever the height at which it is known.
TEST(Sediment, StrengthOfSandReproducesMeyerPeterAndMueller) {
    const SedimentGrain grain{5e-4, 2650};
    const double w = settlingVelocity(SettlingLaw::FergusonChurch, grain, water);
    const double critical = criticalShear(grain, water), shields = critical / (1650 * 9.81 * 5e-4);
    for (const double z : {0.005, 0.02})
        for (const double tau : {1.1 * critical, 3 * critical, 12 * critical}) {
            const double friction = 0.006, u = std::sqrt(tau / (1000 * friction));
            const double k = strengthOfSand(grain, water, w, friction, z, 1 - critical / tau);
            const double c = entrainment(k, tau, critical) / (2650 * w);
            EXPECT_NEAR(2 * u * z * c, meyerPeterMueller(tau, grain, water, shields), 1e-9 * u * z * c);
        }
}

TEST(Sediment, NothingErodesUpToTheCriticalStress) {
    EXPECT_EQ(entrainment(1, 0.25, 0.25), 0);
    EXPECT_EQ(entrainment(1, 0.1, 0.25), 0);
    EXPECT_DOUBLE_EQ(entrainment(2e-3, 1.25, 0.25), 2e-3);
}

// A rough wall's logarithm at 30 z / k_s = e^2 is 2; a laminar layer where it has the larger stress.
TEST(Sediment, BedStressIsTheLargerOfLaminarAndRoughWallLaw) {
    const WallLaw law{1e-3, 1000, 0.03};
    const double z = 1e-3 * std::exp(2.0);
    EXPECT_NEAR(law(0.5, z), 1000 * std::pow(karman * 0.5 / 2, 2), 1e-9);
    EXPECT_NEAR(law(1e-6, z), 1e-3 * 1e-6 / z, 1e-15);
    EXPECT_NEAR(law.frictionCoefficient(1e-5), karman * karman, 1e-12);
    const WallLaw stated{1e-3, 1000, 0.03, z};
    EXPECT_DOUBLE_EQ(stated(0.5, 7 * z), law(0.5, z)) << "of a height that is stated";
    EXPECT_NEAR((PowerLaw{2, 0.5})(4, 0.25), 8, 1e-12);
}

// kappa = 0.41. C_f = 0.0025: alpha = 0.05 / 0.41 = 0.12195; a bend of 1/R = 0.4 under 0.15 m turns by 2 /
// 0.1681 (1 - 0.060976) 0.06 = 0.67034; length (1 - 0.24390) / (0.3362 0.12195) 0.15 = 2.7662 m.
TEST(Sediment, SpiralFlowOfABendTurnsTheStress) {
    const SpiralFlow spiral(0.0025);
    EXPECT_NEAR(spiral.turn(0.15, 0.4), 0.67034, 1e-5);
    EXPECT_NEAR(spiral.turn(0.15, -0.4), -0.67034, 1e-5);
    EXPECT_NEAR(spiral.length(0.15), 2.7662, 1e-4);
    // However rough the bed is, a spiral takes some way.
    EXPECT_GT(SpiralFlow(1).length(0.15), 0);
}

// theta = 0.25, d / h = 0.5 / 50 = 0.01: 1 / (9 0.5 0.01^0.3) = 0.01^-0.3 / 4.5 = 3.98107 / 4.5.
TEST(Sediment, SlopePullFollowsItsFormula) { EXPECT_NEAR(pullOfSlope(0.25, 5e-4, 0.05), 0.884683, 1e-6); }

}  // namespace
}  // namespace talus::environment

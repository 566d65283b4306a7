// Yield of sand by the material point method: the return map, and friction that grows with the rate of shear.
#include "talus/sand/mpm/yield.h"

#include <gtest/gtest.h>

namespace talus::sand::mpm {
namespace {

TEST(Yield, KeepsTheVolumeAndEndsOnTheCone) {
    const YieldLaw<double> law{0.7, 0.002, 0.001};
    const Strain<double> trial{-0.01, {0.02, -0.01, -0.01, 0.005, 0, 0.003}};
    const Strain<double> after = returned(trial, trial.t, law);
    EXPECT_EQ(after.t, trial.t);
    EXPECT_NEAR(std::sqrt(squaredNorm(after.e)), 0.002 + 0.7 * 0.01, 1e-12);
    // In proportion: the direction of the shear stays.
    EXPECT_NEAR(after.e.xy / after.e.xx, trial.e.xy / trial.e.xx, 1e-12);
    const Strain<double> small{-0.01, {0.001, -0.001, 0, 0, 0, 0}};
    EXPECT_EQ(returned(small, small.t, law).e.xx, small.e.xx);
}

TEST(Yield, SandThatComesApartCarriesNoShear) {
    const YieldLaw<double> law{0.7, 0.002, 0.001};
    const Strain<double> after = returned(Strain<double>{0.02, {0.001, -0.001, 0, 0, 0, 0}}, 0.02, law);
    EXPECT_EQ(after.t, 0.02);
    EXPECT_EQ(after.e.xx, 0);
}

/// Sand and a step, in the units of the papers.
struct Flow {
    double mu_s = 0.4, mu_2 = 0.7, cohesion = 0, at_half = 0.279;  ///< at_half: I_0
    double bulk = 2e5, shear = 1e5, dt = 1e-4, diameter = 0.002, density = 2500;

    YieldLaw<double> law() const {
        const double per_friction = std::sqrt(2.0) * bulk / (2 * shear);
        YieldLaw<double> law{mu_s * per_friction, std::sqrt(2.0) * cohesion / (2 * shear), cohesion / bulk};
        law.depends_on_rate = true;
        law.flowing_slope = mu_2 * per_friction;
        law.rate = at_half * dt / diameter * std::sqrt(0.5 * bulk / density);
        return law;
    }
    /// The shear stress after a step by bisection: that of the law at the rate of the plastic shear.
    double stressAfter(double trial, double pressure) const {
        double low = 0, high = trial;
        for (int k = 0; k < 200; ++k) {
            const double stress = 0.5 * (low + high), rate = (trial - stress) / (shear * dt);
            const double inertial = rate * diameter / std::sqrt(pressure / density);
            const double mu = mu_s + (mu_2 - mu_s) / (at_half / inertial + 1);
            (stress < mu * pressure + cohesion ? low : high) = stress;
        }
        return low;
    }
};

// Jop, Forterre, Pouliquen (2006) with the implicit step of Dunatunga and Kamrin (2015), against bisection of
// the law itself. 1e-9: round-off of double precision, times a few.
TEST(Yield, FrictionInFlowIsThatOfTheInertialNumber) {
    for (const double cohesion : {0.0, 20.0})
        for (const double pressure : {5.0, 200.0, 4000.0})
            for (const double excess : {1.001, 1.1, 2.0, 30.0}) {
                Flow flow;
                flow.cohesion = cohesion;
                const double trial = excess * (flow.mu_s * pressure + cohesion);
                const double norm = trial / (std::sqrt(2.0) * flow.shear);
                const Strain<double> before{-pressure / flow.bulk, {0, 0, 0, 0, norm / std::sqrt(2.0), 0}};
                const Strain<double> after = returned(before, before.t, flow.law());
                const double stress = std::sqrt(2.0) * flow.shear * std::sqrt(squaredNorm(after.e));
                const double expected = flow.stressAfter(trial, pressure);
                EXPECT_NEAR(stress, expected, 1e-9 * expected) << pressure << ", " << excess;
                EXPECT_EQ(after.t, before.t);
            }
}

// The same in single precision, where the trial is just above yield or flows fast: 3e-6, some 25 roundings.
TEST(Yield, FrictionInFlowKeepsTheDigitsOfSinglePrecision) {
    const Flow flow;
    const YieldLaw<double> law = flow.law();
    YieldLaw<float> single{float(law.slope), float(law.offset), float(law.tip)};
    single.depends_on_rate = true;
    single.flowing_slope = float(law.flowing_slope);
    single.rate = float(law.rate);
    for (const double pressure : {0.1, 20.0, 4000.0})
        for (const double excess : {1.0001, 1.2, 1e4}) {
            const double trial = excess * flow.mu_s * pressure;
            const Strain<float> before{float(-pressure / flow.bulk),
                                       {0, 0, 0, 0, float(trial / (2 * flow.shear)), 0}};
            const float norm = std::sqrt(squaredNorm(returned(before, before.t, single).e));
            const double expected = flow.stressAfter(trial, pressure);
            EXPECT_NEAR(std::sqrt(2.0) * flow.shear * double{norm}, expected, 3e-6 * expected)
                << pressure << ", " << excess;
        }
}

TEST(Yield, FrictionInFlowLiesBetweenThatOfSlowAndOfFastShear) {
    const Flow flow;
    const double pressure = 500, norm = 1e3 / flow.shear;
    for (const double scale : {1e-6, 1.0, 1e6}) {
        YieldLaw<double> law = flow.law();
        law.rate *= scale;  // large: slow shear
        const double trace = -pressure / flow.bulk;
        const Strain<double> after = returned(Strain<double>{trace, {0, 0, 0, 0, norm, 0}}, trace, law);
        const double mu = std::sqrt(2.0) * flow.shear * std::sqrt(squaredNorm(after.e)) / pressure;
        if (scale != 1) {
            EXPECT_NEAR(mu, scale > 1 ? flow.mu_s : flow.mu_2, 1e-4);
        }
        EXPECT_GE(mu, flow.mu_s);
        EXPECT_LE(mu, flow.mu_2);
    }
}

}  // namespace
}  // namespace talus::sand::mpm

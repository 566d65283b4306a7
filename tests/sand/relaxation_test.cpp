// The standard linear solid against its closed form, and what it is for: loads on sand come to rest.
#include "talus/sand/mpm/relaxation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace talus::sand::mpm {
namespace {

// A cycle of the strain a sin(w t) costs the element pi K_m a^2 w tau / (1 + w^2 tau^2) (Zener 1948). The
// element is advanced to first order: with 10,000 steps a cycle the error is dt / (2 tau), 0.13 % at most.
TEST(Relaxation, LosesInACycleWhatTheClosedFormSays) {
    constexpr double ratio = 0.8, tau = 0.5, amplitude = 1e-3, mean = -1e-2, tip = 0;
    constexpr int steps = 10000;
    for (const double w : {0.5, 2.0, 8.0}) {
        const double dt = 2 * std::numbers::pi / w / steps;
        const Relaxation<double> relaxation{ratio, std::exp(-dt / tau)};
        double m = 0, lost = 0, before = mean;
        for (int n = 1; n <= 20 * steps; ++n) {
            const double now = mean + amplitude * std::sin(w * n * dt), start = m;
            m = relaxation.after(m, before, now, tip);
            if (n > 19 * steps) lost += ratio * 0.5 * (m + start) * (now - before);
            before = now;
        }
        const double expected =
            std::numbers::pi * ratio * amplitude * amplitude * w * tau / (1 + w * w * tau * tau);
        EXPECT_NEAR(lost / expected, 1, 0.002) << w;
    }
}

TEST(Relaxation, GivesNoTension) {
    const Relaxation<double> relaxation{2, 0.999};
    double m = 0;
    for (const double t : {-0.01, -0.02, -0.015, -0.001, 0.01, 0.02}) {
        m = relaxation.after(m, t - 0.01, t, 0.0);
        EXPECT_LE(relaxation.loadOf(std::min(t, 0.0), m), 0) << t;
    }
    EXPECT_EQ(m, 0) << "sand that is apart";
}

}  // namespace
}  // namespace talus::sand::mpm

// The law of the material point method: matrix functions against eigenvalues.
#include "talus/sand/mpm/elastic.h"

#include <gtest/gtest.h>

#include "talus/core/rng.h"

namespace talus::sand::mpm {
namespace {

double differenceOf(const Symmetric<double>& a, const Symmetric<double>& b) {
    return std::sqrt(squaredNorm(
        Symmetric<double>{a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.yz - b.yz, a.zx - b.zx, a.xy - b.xy}));
}

Symmetric<double> randomOf(std::uint32_t id, double size) {
    const Random random{1, 2};
    const auto one = [&](std::uint32_t k) { return random.uniform(-size, size, id, k); };
    return {one(0), one(1), one(2), one(3), one(4), one(5)};
}

TEST(Elastic, LogarithmUndoesTheExponential) {
    for (std::uint32_t n = 0; n < 50; ++n) {
        const Symmetric<double> e = randomOf(n, 0.03), x = expTwiceLessOne(e);
        ASSERT_LT(squaredNorm(x), max_log_square);
        EXPECT_LT(differenceOf(halfLog(x), e), 1e-7) << n;
    }
}

TEST(Elastic, LargeStrainsAgreeWithSmallOnes) {
    for (std::uint32_t n = 0; n < 50; ++n) {
        const Symmetric<double> x = randomOf(n, 0.07);
        const Symmetric<float> narrow{float(x.xx), float(x.yy), float(x.zz),
                                      float(x.yz), float(x.zx), float(x.xy)};
        const Symmetric<float> by_axes = halfLogOfLarge(narrow);
        EXPECT_LT(differenceOf(halfLog(x),
                               {by_axes.xx, by_axes.yy, by_axes.zz, by_axes.yz, by_axes.zx, by_axes.xy}),
                  1e-6)
            << n;
    }
}

TEST(Elastic, RotationChangesNoStrain) {
    // F is a rotation by 0.1 about z; b = 1 + B turns with it, so its trace and its norm stay.
    const double c = std::cos(0.1), s = std::sin(0.1);
    const Columns3<double> a{{c - 1, s, 0}, {-s, c - 1, 0}, {0, 0, 0}};
    const Symmetric<double> b = randomOf(3, 0.05), turned = pushed(a, b);
    EXPECT_NEAR(trace(turned), trace(b), 1e-14);
    EXPECT_NEAR(squaredNorm(turned), squaredNorm(b), 1e-14);
    EXPECT_GT(differenceOf(turned, b), 1e-3);
}

TEST(Elastic, StretchAddsItsLogarithm) {
    const Columns3<double> a{{0.1, 0, 0}, {0, -0.05, 0}, {0, 0, 0}};
    const Symmetric<double> h = halfLog(pushed(a, Symmetric<double>{}));
    EXPECT_NEAR(h.xx, std::log(1.1), 1e-8);
    EXPECT_NEAR(h.yy, std::log(0.95), 1e-8);
    EXPECT_NEAR(h.zz, 0, 1e-12);
}

// Sand that is apart is stretched as much as the volume around it shows; sand that carries load is not
// changed by it.
TEST(TraceApart, IsThatOfTheVolumeAround) {
    const Surroundings half_full{2, {}}, dense{1, {}};
    const auto shown = static_cast<float>(std::log(2.0));
    EXPECT_FLOAT_EQ(traceApart(0.1f, 0.9f, 0, half_full), shown) << "not more than the volume shows";
    EXPECT_FLOAT_EQ(traceApart(0.1f, 0.2f, 0, half_full), shown);
    EXPECT_FLOAT_EQ(traceApart(0.1f, -0.05f, 0, half_full), shown) << "it stays apart in a void";
    EXPECT_FLOAT_EQ(traceApart(0.1f, -0.05f, 0, dense), -0.05f) << "and closes where there is none";
    EXPECT_FLOAT_EQ(traceApart(0.1f, 0.2f, 0, dense), 0);
    EXPECT_FLOAT_EQ(traceApart(0.5f * min_stretch, -0.05f, 0, half_full), -0.05f) << "it was not stretched";
    EXPECT_FLOAT_EQ(traceApart(0.5f * min_stretch, 0.02f, 0, half_full), 0.02f);
    EXPECT_FLOAT_EQ(traceApart(0.3f, 0.2f, 0.15f, dense), 0.15f) << "cohesion: stress begins at the tip";
}

// Near a surface the volume is that of the void outside: the gradient shows it.
TEST(TraceApart, ASurfaceIsNoVoid) {
    const float volume = 1.05f;
    const auto at = [&](float relative) {
        return traceApart(0.1f, -0.05f, 0, {volume, Vec3f{0, 0, relative * volume}});
    };
    EXPECT_FLOAT_EQ(at(0.1f), std::log(volume) - 0.1f * volume_by_gradient);
    EXPECT_FLOAT_EQ(at(0.3f), -0.05f);
    EXPECT_FLOAT_EQ(traceApart(0.1f, -0.05f, 0, {2, {0, 0, 1}}), -0.05f) << "too close to a surface";
}

}  // namespace
}  // namespace talus::sand::mpm

// Radii that are drawn against the closed form of their distribution.
//
// 20,000 draws: the Kolmogorov-Smirnov distance of a right sample exceeds 1.95 / sqrt(n) once in a thousand
// (Smirnov 1948); the seeds are fixed, so the tests cannot fail by chance later. The closed forms of the
// truncated moments are those of Johnson, Kotz, Balakrishnan, "Continuous univariate distributions 1" (1994).
#include "talus/grains/sources/sizes.h"

#include <algorithm>

namespace talus::grains {
namespace {

constexpr int draws = 20000;

Sizes normal(double mean, double deviation, double low, double high) {
    Sizes sizes;
    sizes.distribution = Sizes::Distribution::Normal;
    sizes.grain_radius = mean;
    sizes.radius_deviation = deviation;
    sizes.radius_min = low;
    sizes.radius_max = high;
    return sizes;
}

Sizes lognormal(double median, double ratio, double low, double high) {
    Sizes sizes = normal(median, 0, low, high);
    sizes.distribution = Sizes::Distribution::Lognormal;
    sizes.radius_ratio = ratio;
    return sizes;
}

std::vector<double> sample(const Sizes& sizes) {
    std::vector<double> radii;
    for (std::uint64_t k = 0; k < draws; ++k) radii.push_back(drawRadius({7, 3}, sizes, k));
    std::sort(radii.begin(), radii.end());
    return radii;
}

/// Largest distance of a sorted sample's cumulated distribution from a closed form.
template <class Cumulated>
double distance(const std::vector<double>& sorted, Cumulated cumulated) {
    double largest = 0;
    const auto n = static_cast<double>(sorted.size());
    for (std::size_t k = 0; k < sorted.size(); ++k) {
        const double expected = cumulated(sorted[k]), below = static_cast<double>(k) / n;
        largest = std::max({largest, std::abs(expected - below), std::abs(expected - below - 1 / n)});
    }
    return largest;
}

double meanOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double varianceOf(const std::vector<double>& values) {
    const double mean = meanOf(values);
    double sum = 0;
    for (const double v : values) sum += (v - mean) * (v - mean);
    return sum / static_cast<double>(values.size());
}

double phi(double z) { return std::exp(-0.5 * z * z) / std::sqrt(2 * M_PI); }
double Phi(double z) { return 0.5 * std::erfc(-z / std::sqrt(2)); }
const double likely = 1.95 / std::sqrt(draws);

TEST(Sizes, Uniform) {
    Sizes sizes;
    sizes.radius_spread = 0.25;
    const auto radii = sample(sizes);
    EXPECT_LT(distance(radii, [](double a) { return (a - 1.5e-3) / 1e-3; }), likely);
    EXPECT_GE(radii.front(), smallestRadius(sizes));
    EXPECT_LE(radii.back(), largestRadius(sizes));
    EXPECT_NEAR(meanPower(sizes, 1), 2e-3, 1e-17);
    EXPECT_NEAR(meanPower(sizes, 2), 4e-6 + 1e-6 / 12, 1e-19);
}

TEST(Sizes, NormalCutOffOnOneSide) {
    const Sizes sizes = normal(2e-3, 5e-4, 1.8e-3, 4e-3);
    const double low = -0.4, high = 4, share = Phi(high) - Phi(low);
    const auto radii = sample(sizes);
    EXPECT_LT(distance(radii, [&](double a) { return (Phi((a - 2e-3) / 5e-4) - Phi(low)) / share; }), likely);
    const double shift = (phi(low) - phi(high)) / share;
    const double mean = 2e-3 + 5e-4 * shift;
    const double variance = 25e-8 * (1 + (low * phi(low) - high * phi(high)) / share - shift * shift);
    // Four standard errors of the mean; of the variance some more, since its tail is not normal.
    EXPECT_NEAR(meanOf(radii), mean, 4 * std::sqrt(variance / draws));
    EXPECT_NEAR(varianceOf(radii), variance, 0.06 * variance);
    EXPECT_NEAR(meanPower(sizes, 1), mean, 1e-9 * mean);
    EXPECT_GE(radii.front(), 1.8e-3);
    EXPECT_LE(radii.back(), 4e-3);
    EXPECT_GT(radii[100], radii[0]) << "the ends must not collect what was cut off";
}

TEST(Sizes, Lognormal) {
    const Sizes sizes = lognormal(1e-3, 1.5, 2e-4, 5e-3);
    const double s = std::log(1.5), low = std::log(0.2) / s, high = std::log(5) / s;
    const auto radii = sample(sizes);
    EXPECT_LT(
        distance(radii,
                 [&](double a) { return (Phi(std::log(a / 1e-3) / s) - Phi(low)) / (Phi(high) - Phi(low)); }),
        likely);
    // The n-th moment of the whole distribution is exp(n^2 s^2 / 2); the cut shifts its ends by n s.
    const auto moment = [&](int n) {
        return std::pow(1e-3, n) * std::exp(0.5 * n * n * s * s) * (Phi(high - n * s) - Phi(low - n * s)) /
               (Phi(high) - Phi(low));
    };
    const double variance = moment(2) - moment(1) * moment(1);
    EXPECT_NEAR(meanOf(radii), moment(1), 4 * std::sqrt(variance / draws));
    EXPECT_NEAR(varianceOf(radii), variance, 0.06 * variance);
    EXPECT_NEAR(meanPower(sizes, 3), moment(3), 1e-9 * moment(3));
}

TEST(Sizes, DiscreteSharesOfNumberAndOfMass) {
    Sizes sizes;
    sizes.distribution = Sizes::Distribution::Discrete;
    sizes.radii = {1e-3, 2e-3};
    sizes.shares = {3, 1};
    const auto count = [&](double radius) {
        const auto radii = sample(sizes);
        return static_cast<double>(std::count(radii.begin(), radii.end(), radius)) / draws;
    };
    const double error = 4 * std::sqrt(0.25 / draws);
    EXPECT_NEAR(count(2e-3), 0.25, error);
    EXPECT_EQ(count(1e-3) + count(2e-3), 1);
    // Equal masses: a grain of twice the radius is as heavy as eight.
    sizes.shares = {1, 1};
    sizes.shares_of = Sizes::ShareOf::Mass;
    EXPECT_NEAR(count(2e-3), 1.0 / 9, error);
    EXPECT_NEAR(meanPower(sizes, 1), (8 * 1e-3 + 2e-3) / 9, 1e-12);
}

TEST(Sizes, QuantilesInvertTheDistributionIntoItsTails) {
    const Sizes sizes = normal(10, 1, 1, 19);
    for (const double p : {1e-15, 1e-9, 1e-4, 0.1, 0.5, 0.9, 1 - 1e-4, 1 - 1e-9})
        EXPECT_NEAR(Phi(radiusQuantile(sizes, p) - 10), p, 1e-12 * p + 1e-15) << p;
    EXPECT_EQ(radiusQuantile(sizes, 0), 1);
}

// A radius is a function of stream and index: who asks, and in which order, does not matter.
TEST(Sizes, DrawsDependOnSeedAndIndexAlone) {
    const Sizes sizes = lognormal(2e-3, 1.2, 1e-3, 4e-3);
    EXPECT_EQ(drawRadius({1, 2}, sizes, 5), drawRadius({1, 2}, sizes, 5));
    EXPECT_NE(drawRadius({1, 2}, sizes, 5), drawRadius({1, 2}, sizes, 6));
    EXPECT_NE(drawRadius({1, 2}, sizes, 5), drawRadius({2, 2}, sizes, 5));
}

}  // namespace
}  // namespace talus::grains

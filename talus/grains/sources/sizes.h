#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"

namespace talus::grains {

/// Distribution of the radii of the grains of one source, by number. Which members are used depends on the
/// distribution. Normal and lognormal are truncated to radius_min to radius_max: radii follow the conditional
/// distribution on that interval, so they do not accumulate at its ends.
struct Sizes {
    enum class Distribution {
        Uniform,    ///< uniform in grain_radius (1 +- radius_spread)
        Normal,     ///< mean grain_radius (before truncation) and standard deviation radius_deviation
        Lognormal,  ///< median grain_radius (before truncation) and geometric standard deviation radius_ratio
        Discrete    ///< radii[k] with a share proportional to shares[k]
    };
    /// What the shares of Discrete refer to.
    enum class ShareOf { Number, Mass };

    Distribution distribution = Distribution::Uniform;
    double grain_radius = 0.002;     ///< Uniform, Normal: mean; Lognormal: median [m], > 0
    double radius_spread = 0;        ///< Uniform: 0 <= spread < 1
    double radius_deviation = 2e-4;  ///< Normal: standard deviation [m], > 0
    double radius_ratio = 1.2;       ///< Lognormal: exp(standard deviation of ln radius), > 1
    double radius_min = 0;           ///< Normal, Lognormal: smallest [m], > 0
    double radius_max = 0;           ///< Normal, Lognormal: largest [m], > radius_min
    std::vector<double> radii{};     ///< Discrete [m], each > 0
    std::vector<double> shares{};    ///< Discrete: one for each radius, each > 0; the sum need not be 1
    ShareOf shares_of = ShareOf::Number;
};

double smallestRadius(const Sizes& sizes);
double largestRadius(const Sizes& sizes);

/// The radius that a share p of the grains, 0 <= p < 1, does not exceed [m]: the inverse of the cumulative
/// distribution. @pre members in range
double radiusQuantile(const Sizes& sizes, double p);

/// Mean of radius^power over the distribution, power 1 to 3. @pre members in range
double meanPower(const Sizes& sizes, int power);

/// Bulk volume of a grain in a heap over the cube of its radius: 4/3 pi divided by 0.6, the volume fraction
/// of poured grains.
inline constexpr double bulk_per_cube = 7;
/// Bulk volume of `count` grains in a heap [m^3].
inline double bulkVolume(const Sizes& sizes, double count) {
    return count * bulk_per_cube * meanPower(sizes, 3);
}

/// Radius of the k-th grain of a source. It depends only on the random stream and k.
double drawRadius(const Random& random, const Sizes& sizes, std::uint64_t k);

}  // namespace talus::grains

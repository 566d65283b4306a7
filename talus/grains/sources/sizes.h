#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"

namespace talus::grains {

/// How the radii of the grains of one source are distributed, by number. Which members count depends on the
/// kind. Normal and lognormal end where radius_min and radius_max say, and nowhere else: what is drawn
/// follows the law conditioned on that interval, so nothing heaps up at its ends.
struct Sizes {
    enum class Distribution {
        Uniform,    ///< evenly in grain_radius (1 +- radius_spread)
        Normal,     ///< of mean grain_radius (before it is cut off) and standard deviation radius_deviation
        Lognormal,  ///< of median grain_radius (before it is cut off) and geometric deviation radius_ratio
        Discrete    ///< radii[k] with a share in proportion to shares[k]
    };
    /// What the shares of Discrete count.
    enum class ShareOf { Number, Mass };

    Distribution distribution = Distribution::Uniform;
    double grain_radius = 0.002;     ///< Uniform, Normal: mean; Lognormal: median [m], > 0
    double radius_spread = 0;        ///< Uniform: 0 <= spread < 1
    double radius_deviation = 2e-4;  ///< Normal: standard deviation [m], > 0
    double radius_ratio = 1.2;       ///< Lognormal: exp(standard deviation of ln radius), > 1
    double radius_min = 0;           ///< Normal, Lognormal: smallest [m], > 0
    double radius_max = 0;           ///< Normal, Lognormal: largest [m], > radius_min
    std::vector<double> radii{};     ///< Discrete [m], each > 0
    std::vector<double> shares{};    ///< Discrete: as many, each > 0; parts, which need not add up to one
    ShareOf shares_of = ShareOf::Number;
};

double smallestRadius(const Sizes& sizes);
double largestRadius(const Sizes& sizes);

/// The radius that a share p of the grains, 0 <= p < 1, does not exceed [m]: the inverse of the cumulated
/// distribution. Each radius of Discrete holds from where the shares before it end. @pre members in range
double radiusQuantile(const Sizes& sizes, double p);

/// Mean of radius^power over the distribution, power 1 to 3. @pre as above
double meanPower(const Sizes& sizes, int power);

/// What a grain takes up in a heap, over the cube of its radius: 4/3 pi over a volume fraction of 0.6,
/// that of poured grains.
inline constexpr double bulk_per_cube = 7;
/// What so many grains take up in a heap [m^3].
inline double bulkVolume(const Sizes& sizes, double count) {
    return count * bulk_per_cube * meanPower(sizes, 3);
}

/// Radius of the k-th grain of a source: a function of the stream and k alone.
double drawRadius(const Random& random, const Sizes& sizes, std::uint64_t k);

}  // namespace talus::grains

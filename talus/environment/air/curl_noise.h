#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/air/flow.h"

namespace talus::environment {

/// Random turbulence without divergence: the curl of a vector potential that is a sum of waves with random
/// directions and phases (Kraichnan 1970, "Diffusion by a random velocity field"; as curl noise: Bridson,
/// Houriham, Nordenstam 2007). The velocity of each wave is perpendicular to its wave vector, so the sum has
/// no divergence anywhere. It is smooth, and a function of position and time only. The energy follows
/// k^(-5/3) from `size` down to `smallest` (Kolmogorov 1941).
///
/// Not used: differences of lattice noise. They are free of divergence only in the limit of a step of zero,
/// and three times slower.
class CurlNoise {
  public:
    CurlNoise() = default;
    CurlNoise(const Turbulence& turbulence, const Random& random);

    bool any() const { return !waves_.empty(); }
    /// Velocity of the air at a position and time [m/s].
    Vec3d at(const Vec3d& position, double time) const;

  private:
    struct Wave {
        Vec3d number;         ///< wave vector, in turns per metre [1/m]
        double per_time = 0;  ///< [1/s]
        double phase = 0;     ///< in turns
        Vec3d amplitude;      ///< perpendicular to the wave vector [m/s]
    };
    std::vector<Wave> waves_;
    Vec3d drift_;
};

/// cos(2 pi turns), to 6e-8: a polynomial, so that all machines have the same bits.
inline double cosineOfTurns(double turns) {
    const double f = turns - std::floor(turns + 0.5), g = (f < 0 ? -f : f) - 0.25;
    // -sin(2 pi g) for |g| <= 1/4, by its series up to the 11th power.
    const double z = 6.283185307179586 * g, q = z * z;
    return -z *
           (1 + q * (-1.0 / 6 + q * (1.0 / 120 + q * (-1.0 / 5040 + q * (1.0 / 362880 - q / 39916800)))));
}

}  // namespace talus::environment

#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/particles/params.h"

namespace talus::particles {

/// Random swirling air without sources: the curl of a vector potential that is a sum of waves with random
/// directions and phases (Kraichnan 1970, "Diffusion by a random velocity field"; as curl noise: Bridson,
/// Houriham, Nordenstam 2007). Each wave's velocity is at right angles to its wave vector, so the sum has no
/// divergence anywhere, whatever function of the phase is taken; and it is smooth, and a function of place
/// and time alone. Amplitudes follow k^(-5/3) in energy from `size` down to `smallest` (Kolmogorov 1941).
///
/// *Turned down:* differences of lattice noise, which are without divergence only as their step goes to zero,
/// and three times as slow.
class CurlNoise {
  public:
    CurlNoise() = default;
    CurlNoise(const Turbulence& turbulence, const Random& random);

    bool any() const { return !waves_.empty(); }
    /// Velocity of the air at a place and time [m/s].
    Vec3d at(const Vec3d& place, double time) const;

  private:
    struct Wave {
        Vec3d number;         ///< in turns a metre [1/m]
        double per_time = 0;  ///< [1/s]
        double phase = 0;     ///< in turns
        Vec3d amplitude;      ///< at right angles to the number [m/s]
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

}  // namespace talus::particles

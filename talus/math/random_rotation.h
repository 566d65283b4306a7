#pragma once
#include <cmath>
#include <cstdint>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/math/rotation.h"

namespace talus {

/// A rotation drawn evenly from all rotations (Shoemake 1992, "Uniform random rotations", Graphics Gems III).
/// @param k number of the rotation @param channel the first of three channels that it draws from
inline Rotation randomRotation(const Random& random, std::uint64_t k, std::uint32_t channel) {
    const double u = random.uniform(k, channel), turn = 2 * std::numbers::pi;
    const double a = turn * random.uniform(k, channel + 1), b = turn * random.uniform(k, channel + 2);
    const double p = std::sqrt(1 - u), q = std::sqrt(u);
    const double x = p * std::sin(a), y = p * std::cos(a), z = q * std::sin(b), w = q * std::cos(b);
    Rotation r{{1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
               {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
               {}};
    r.x = normalized(r.x);
    r.y = normalized(r.y - r.x * dot(r.x, r.y));
    r.z = cross(r.x, r.y);
    return r;
}

}  // namespace talus

#pragma once
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/core/rng.h"
#include "talus/math/vec.h"

namespace talus::bench {

/// Particles as in the crown of a splash: a round pool, a thin wall with eight tips that leans outwards, a
/// drop above each tip and spray. A cubic lattice of which each point is moved by up to 0.2 spacings along
/// each axis.
struct Splash {
    std::vector<Vec3d> position;
    double radius = 0;  ///< half of the spacing [m]
};

inline bool isInSplash(const Vec3d& p) {
    const double out = std::hypot(p.x, p.y), turn = std::atan2(p.y, p.x), pi = std::numbers::pi;
    // The pool, with a hollow in its middle and a ring of a wave around it.
    const double top = out < 0.4 ? -0.18 * std::cos(out / 0.4 * pi / 2)
                                 : 0.03 * std::exp(-8 * (out - 0.4)) + 0.01 * std::sin(25 * out);
    if (out < 1 && p.z > -0.25 && p.z < top) return true;
    const double height = 0.33 + 0.09 * std::cos(8 * turn);
    const double thick = 0.045 - 0.05 * p.z;
    if (p.z > -0.05 && p.z < height && std::abs(out - 0.40 - 0.35 * p.z * p.z - 0.15 * p.z) < thick)
        return true;
    const double eighth = std::round(turn * 4 / pi) * pi / 4;
    const Vec3d drop{0.52 * std::cos(eighth), 0.52 * std::sin(eighth), 0.53};
    if (length(p - drop) < 0.045) return true;
    // Spray, a ball in each of 64 directions.
    const double sector = std::round(turn * 32 / pi);
    const double far = 0.55 + 0.3 * std::abs(std::sin(7 * sector)),
                 z = 0.25 + 0.35 * std::abs(std::sin(3 * sector));
    const Vec3d bead{far * std::cos(sector * pi / 32), far * std::sin(sector * pi / 32), z};
    return length(p - bead) < 0.008 + 0.012 * std::abs(std::sin(11 * sector));
}

/// About so many particles: the volume is some 0.73 m^3.
inline Splash madeSplash(std::size_t about) {
    const double spacing = std::cbrt(0.73 / static_cast<double>(about));
    Splash splash{{}, spacing / 2};
    const auto side = static_cast<int>(1.05 / spacing) + 1;
    const Random random{1, 1};
    for (int z = -side; z < side; ++z)
        for (int y = -side; y < side; ++y)
            for (int x = -side; x < side; ++x) {
                const Vec3d at{x * spacing, y * spacing, z * spacing};
                if (!isInSplash(at)) continue;
                const std::size_t i = splash.position.size();
                splash.position.push_back(at + Vec3d{random.uniform(-0.2, 0.2, i, 0),
                                                     random.uniform(-0.2, 0.2, i, 1),
                                                     random.uniform(-0.2, 0.2, i, 2)} *
                                                   spacing);
            }
    return splash;
}

}  // namespace talus::bench

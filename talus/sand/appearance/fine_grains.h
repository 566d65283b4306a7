#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/math/vec.h"

namespace talus::sand {

/// A grain that is drawn for a particle.
struct FineGrain {
    std::uint32_t particle = 0;  ///< index
    Vec3d centre;                ///< [m]
    double radius = 0;           ///< [m]
};

/// Grains that show the surface of the sand: some for each particle near the surface, at random positions
/// within its volume, the same in all frames. Particles below the surface have one grain that fills their
/// volume, or none where nothing can be seen of them.
/// @param id of each particle, from which positions and sizes follow @param spacing of the particles at rest
/// [m]
std::vector<FineGrain> fineGrains(std::span<const Vec3d> centre, std::span<const std::uint32_t> id,
                                  double spacing);

}  // namespace talus::sand

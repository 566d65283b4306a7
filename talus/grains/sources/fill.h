#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/result.h"
#include "talus/core/rng.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// A place for a grain.
struct PlacedSphere {
    Vec3d position;  ///< [m]
    double radius;   ///< [m]
};

/// How many grains a fill makes, without making them. A double, so that an absurd box cannot overflow.
double fillCount(const Fill& fill);

/// The places of a fill. Lattice, Jittered: a cubic lattice with constant spacing * largest diameter, layer
/// by layer from below; Jittered moves each by as much as keeps them apart and inside. RandomLoose: random
/// sequential addition (fill_random.cpp). RandomDense: overlaps pushed apart (fill_dense.cpp). Error (Input)
/// when these find no room.
/// @pre fillCount(fill) fits in memory
Result<std::vector<PlacedSphere>> fillPositions(const Fill& fill, const Random& random);

/// RandomLoose. Spheres put down one after another, wherever they overlap nothing, jam at a volume fraction
/// of 0.382 (equal ones in a large box: Talbot, Schaaf, Tarjus 1991; Zhang, Torquato 2013) and the last
/// percents take for ever; 0.35 is reached in reasonable time.
inline constexpr double max_random_loose = 0.35;
Result<std::vector<PlacedSphere>> randomLoosePositions(const Fill& fill, const Random& random);

/// RandomDense. Frictionless spheres jam at 0.64; 0.6 of a large box is filled in reasonable time. What is
/// left of overlaps is at most this share of the smallest radius: less than what grains press each other
/// together.
inline constexpr double max_random_dense = 0.6;
inline constexpr double dense_overlap = 1e-3;
Result<std::vector<PlacedSphere>> randomDensePositions(const Fill& fill, const Random& random);

/// What a packing may take of a large box; 1 where the fill's spacing says it.
double maxVolumeFraction(Fill::Packing packing);

}  // namespace talus::grains

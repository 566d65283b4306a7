#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/result.h"
#include "talus/core/rng.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// Position and size of a new grain.
struct PlacedSphere {
    Vec3d position;  ///< [m]
    double radius;   ///< [m]
};

/// Number of grains of a fill. A double, so that an absurdly large box does not overflow.
double fillCount(const Fill& fill);

/// The grains of a fill. Lattice, Jittered: a cubic lattice with lattice constant spacing * largest diameter,
/// layer by layer from below; Jittered displaces each grain at random, as far as grains stay apart and inside
/// the box. RandomLoose: random sequential addition (fill_random.cpp). RandomDense: overlapping grains are
/// pushed apart (fill_dense.cpp). Error (Input) when a random packing does not fit.
/// @pre fillCount(fill) fits in memory
Result<std::vector<PlacedSphere>> fillPositions(const Fill& fill, const Random& random);

/// Maximum volume fraction of RandomLoose. Random sequential addition jams at 0.382 (equal spheres in a large
/// box: Talbot, Schaaf, Tarjus 1991; Zhang, Torquato 2013) and becomes very slow just below that; 0.35 is
/// reached in reasonable time.
inline constexpr double max_random_loose = 0.35;
Result<std::vector<PlacedSphere>> randomLoosePositions(const Fill& fill, const Random& random);

/// Maximum volume fraction of RandomDense. Frictionless spheres jam at 0.64; 0.6 of a large box is reached in
/// reasonable time.
inline constexpr double max_random_dense = 0.6;
/// RandomDense: maximum remaining overlap, as a share of the smallest radius: less than overlaps under load.
inline constexpr double dense_overlap = 1e-3;
Result<std::vector<PlacedSphere>> randomDensePositions(const Fill& fill, const Random& random);

/// Maximum volume fraction of a packing in a large box; 1 for lattices, where `spacing` sets it.
double maxVolumeFraction(Fill::Packing packing);

}  // namespace talus::grains

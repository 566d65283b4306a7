#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/result.h"
#include "talus/core/rng.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// Position and size of a new grain; of a clump the ball around it.
struct PlacedSphere {
    Vec3d position;  ///< [m]
    double radius;   ///< [m]
};

/// Radius of the largest ball around a grain of a fill [m].
inline double largestReach(const Fill& fill) {
    return largestRadius(fill) * largestReach(static_cast<const ShapeChoice&>(fill));
}

/// Radius of the ball around the k-th grain of a fill [m]: that of a ball is its radius.
inline double drawReach(const Random& random, const Fill& fill, std::uint64_t k) {
    const double a = drawRadius(random, fill, k);
    const ShapeChoice::Chosen* const chosen = drawShape(random, fill, k);
    return chosen != nullptr ? a * chosen->shape->reach : a;
}

/// Number of grains of a fill. A double, so that an absurdly large box does not overflow.
double fillCount(const Fill& fill);

/// Number of grains that a fill has after those outside of its region are left out, about.
double expectedCount(const Fill& fill);
/// Whether a ball is in the region of a fill. Regions that are not boxes are cut out of a filled box.
bool isInRegion(const Fill& fill, const Vec3d& centre, double radius);

/// The grains of a fill, in its box. Lattice, Jittered: a cubic lattice with lattice constant spacing *
/// largest diameter, layer by layer from below; Jittered displaces each grain at random, as far as grains
/// stay apart and inside the box. RandomLoose: random sequential addition (fill_random.cpp). RandomDense:
/// overlapping grains are pushed apart (fill_dense.cpp). Error (Input) when a random packing does not fit.
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

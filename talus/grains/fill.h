#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/grains/params.h"

namespace talus::grains {

/// A place for a grain.
struct Place {
    Vec3d position;  ///< [m]
    double radius;   ///< [m]
};

/// Radius of the k-th grain of a source: uniform in mean (1 +- spread).
double drawRadius(const Random& random, double mean, double spread, std::uint64_t k);

/// How many grains a fill makes, without making them. A double, so that an absurd box cannot overflow.
double fillCount(const Fill& fill);

/// The places of a fill: a cubic lattice with constant spacing * largest diameter, layer by layer from
/// below; Jittered moves each by as much as keeps them apart and inside. @pre fillCount(fill) fits in memory
std::vector<Place> fillPlaces(const Fill& fill, const Random& random);

}  // namespace talus::grains

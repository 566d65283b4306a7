#pragma once
#include <memory>
#include <vector>

#include "talus/geometry/hollow.h"
#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// Water that lies in a hollow of the ground, as that is before the first step.
struct Lake {
    std::shared_ptr<const geometry::Heightfield> ground;
    geometry::Hollow hollow;
};

/// Finds the hollow of each block that is a lake. What is wrong is an error at its level or its point.
void findLakes(method::Scene& scene, const method::Checking& checking);

/// Particles in upright columns on a square lattice: in each as many as its depth has room for, rounded, and
/// even over it. On a lattice whose layers the ground cuts, those that are half a spacing off it leave a gap
/// above a slope of half a spacing in the mean, which is a tenth of a lake five spacings deep.
/// @param thinned columns stand so many spacings apart
std::vector<Vec3d> placesIn(const Lake& lake, double spacing, double thinned);

}  // namespace talus::water

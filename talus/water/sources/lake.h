#pragma once
#include <memory>
#include <vector>

#include "talus/geometry/hollow.h"
#include "talus/method/checking.h"
#include "talus/water/params.h"

namespace talus::water {

/// Water in a hollow of the initial ground.
struct Lake {
    std::shared_ptr<const geometry::Heightfield> ground;
    geometry::Hollow hollow;
};

/// Finds the hollow of each block that is a lake. Errors are reported at its `level`, `at` or `shape`.
void findLakes(method::Scene& scene, const method::Checking& checking);

/// Positions in vertical columns on a square lattice. The number in a column is its depth over the spacing,
/// rounded; they are evenly distributed over the depth. A cubic lattice cut by the ground would leave a mean
/// gap of half a spacing above slopes, a tenth of a lake five spacings deep.
/// @param thinned distance of columns in spacings
std::vector<Vec3d> positionsIn(const Lake& lake, double spacing, double thinned);

}  // namespace talus::water

#pragma once
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"

namespace talus::sand {

/// How full of sand it is around positions: 1 in sand at rest, 0 where there is none. It is the sum of the
/// weights of the particles, which fall linearly to 0 over a cell along each axis, over that of sand at rest.
/// @param position of all particles; these and `points` are inside the domain @param cell of the grid [m]
std::vector<double> filledAround(const exec::Exec& exec, const std::vector<Vec3d>& points,
                                 exec::View<const Vec3d> position, double cell,
                                 const environment::Periodic& domain);

/// Those of the positions of a layer of a spout that no sand occupies. A layer is one over
/// particles_along_cell of what fills a cell: where no more than the rest is there already, the sand does not
/// become denser than at rest. In a free jet a layer meets half of that, of the layer before it.
std::vector<Vec3d> freePositions(const exec::Exec& exec, const std::vector<Vec3d>& layer,
                                 exec::View<const Vec3d> position, double cell,
                                 const environment::Periodic& domain);

}  // namespace talus::sand

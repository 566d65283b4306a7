#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/water/params.h"

namespace talus::water {

/// Whether a position, in the frame of the wall, is outside an open wall that holds water: beyond a closed
/// side of a box, around a tube or cone, or beyond its cap. False for walls of any other kind.
bool outsideOf(const environment::Wall& wall, const Vec3d& position);

/// The indices of such walls that contain the centre of a block: the vessels of the block. The distance to a
/// wall does not distinguish inside from outside, as these walls have no thickness.
std::vector<std::size_t> vesselsOf(const Block& block, const std::vector<environment::Wall>& walls,
                                   const environment::WallsAt& at);

/// Removes the positions of a block outside its vessels: they are not meant to be filled.
void removeOutsideVessels(const Block& block, const std::vector<environment::Wall>& walls,
                          const environment::WallsAt& at, std::vector<Vec3d>& positions);

}  // namespace talus::water

#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/water/params.h"

namespace talus::water {

/// Whether a place, in the frame of the wall, is where a wall that is open keeps out what it holds: beyond a
/// closed side of a box, around a tube or cone or beyond its cap. False for walls of any other kind.
bool outsideOf(const environment::Wall& wall, const Vec3d& place);

/// Such walls in whose hollow the middle of a block is: what of the block is outside of them at the start is
/// not meant. Walls without thickness leave both of their sides free, so that no distance tells.
std::vector<std::size_t> vesselsOf(const Block& block, const std::vector<environment::Wall>& walls,
                                   const environment::WallsAt& at);

/// Leaves out what is outside of the vessels that a block is in.
void leaveOutAround(const Block& block, const std::vector<environment::Wall>& walls,
                    const environment::WallsAt& at, std::vector<Vec3d>& places);

}  // namespace talus::water

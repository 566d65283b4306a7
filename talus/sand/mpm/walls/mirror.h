#pragma once
#include "talus/sand/boundary/touch.h"
#include "talus/sand/mpm/grid.h"

/// Surfaces between nodes. The velocity of the sand at a surface is that of nodes on both sides of it. If
/// those behind moved as the surface, the sand in front could go on through it with the share of the nodes in
/// front: up to seven eighths, where these are near. A body would sink until the next nodes are behind its
/// surface. So a node behind gets the velocity that is opposite, as seen from the surface, to that of its
/// mirror image: the mean is then that of the surface (as with image points of immersed boundaries: Mittal
/// and others 2008).
namespace talus::sand::mpm {

/// Sets Touch::mirrored and Touch::share.
/// @param grid with velocities before any contact @param tile of the node in Grid::reached
/// @param node its position [m]
void setMirrored(const Lattice& lattice, const Grid& grid, std::size_t tile, const Vec3d& node, Touch& touch);

}  // namespace talus::sand::mpm

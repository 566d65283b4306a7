#pragma once
#include "talus/geometry/posed_solid.h"
#include "talus/solids/body_state.h"

namespace talus::solids {

/// Maximum over all points r of a body's surface of the velocity change along the normal n by a unit impulse
/// along n: 1/m + (r x n) . I^-1 (r x n) [1/kg]. For a ball it is 1/m; for a cube 4/m, at a corner. Its
/// reciprocal is the minimum effective mass of the body in a collision. For a mesh, only its corners with the
/// normals of their triangles are used.
/// @param solid in the frame of the body, whose origin is the centre of mass
double largestMobility(const Rigid& rigid, const geometry::Solid& solid);

}  // namespace talus::solids

#pragma once
#include "talus/solids/body_state.h"

namespace talus::solids {

/// The largest change of velocity, along the normal of a body's surface, by a unit impulse along it:
/// 1/m + (r x n) . I^-1 (r x n), over all points r of the surface [1/kg]. For a ball 1/m; for a cube 4/m, at
/// a corner. What strikes the body feels at least the mass 1 / that. Of a mesh its corners count, with the
/// normals of their triangles.
/// @param solid in the frame of the body, whose origin is the centre of mass
double largestMobility(const Rigid& rigid, const geometry::Solid& solid);

}  // namespace talus::solids

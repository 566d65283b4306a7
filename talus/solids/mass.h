#pragma once
#include "talus/geometry/placed_solid.h"

namespace talus::solids {

/// A symmetric tensor of second rank, by rows.
struct Tensor {
    Vec3d x, y, z;
};
inline Vec3d times(const Tensor& t, const Vec3d& v) { return {dot(t.x, v), dot(t.y, v), dot(t.z, v)}; }
/// @pre it has one
Tensor inverse(const Tensor& t);

/// What a body's shape and density make of it.
struct MassProperties {
    double volume = 0;   ///< [m^3]; of a mesh that is inside out or open it may be 0 or less
    Vec3d centre;        ///< of mass, in the frame of the shape [m]
    Tensor per_density;  ///< moment of inertia about the centre, for a density of 1 kg/m^3 [m^5]
};
MassProperties massPropertiesOf(const geometry::Solid& solid);

}  // namespace talus::solids

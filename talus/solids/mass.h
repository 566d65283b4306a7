#pragma once
#include "talus/geometry/placed_solid.h"
#include "talus/math/tensor.h"

namespace talus::solids {

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

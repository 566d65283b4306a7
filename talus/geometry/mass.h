#pragma once
#include "talus/geometry/posed_solid.h"
#include "talus/math/tensor.h"

namespace talus::geometry {

/// Volume, centre of mass and inertia of a shape.
struct MassProperties {
    double volume = 0;   ///< [m^3]; may be 0 or negative for a mesh that is open or has inverted triangles
    Vec3d centre;        ///< of mass, in the frame of the shape [m]
    Tensor per_density;  ///< moment of inertia about the centre, for a density of 1 kg/m^3 [m^5]
};
/// Of a closed mesh as a sum over tetrahedra to its faces.
MassProperties massPropertiesOf(const Solid& solid);

}  // namespace talus::geometry

#pragma once
#include "talus/geometry/shapes.h"
#include "talus/math/vec.h"

namespace talus::environment {

/// Where a method's material is at the start, or where it comes in. Used to place cameras and to decide how
/// the walls around it are drawn.
struct Source {
    geometry::Box box;   ///< bounds; of a single object or an emitter its centre alone [m]
    double reach = 0;    ///< how far the material extends beyond the box, as a radius [m]
    Vec3d velocity{};    ///< [m/s]
    double heap = 0;     ///< volume of all of it in a heap [m^3]
    bool pours = false;  ///< it comes in during the run
};

}  // namespace talus::environment

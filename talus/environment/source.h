#pragma once
#include "talus/geometry/shapes.h"
#include "talus/math/vec.h"

namespace talus::environment {

/// Where something of a method is at the start, or comes from: for cameras, and for how walls are drawn that
/// hold it.
struct Source {
    geometry::Box box;   ///< of a single thing, or of a spout: its centre alone [m]
    double reach = 0;    ///< so far it goes beyond the box: a radius [m]
    Vec3d velocity{};    ///< [m/s]
    double heap = 0;     ///< what all of it takes up where it lies in a heap [m^3]
    bool pours = false;  ///< it comes in the course of the run
};

}  // namespace talus::environment

#pragma once
#include "talus/math/rotation.h"
#include "talus/solids/touch/touch.h"

namespace talus::solids {

struct PosedBox {
    Vec3d centre;
    Rotation rotation;
    Vec3d half;  ///< of its sides; z = 0: a plate
};

/// The contact of two boxes: the axis of least overlap of the fifteen that can separate them (Gottschalk,
/// Lin and Manocha 1996, "OBBTree", 5), and the corners of a face cut by the sides of the other
/// (Sutherland-Hodgman), or the closest points of two edges.
/// @param reach gap up to which there is a contact
Touch touchOf(const PosedBox& first, const PosedBox& second, double reach);

/// The contact of a ball and a box: the point of the box nearest to its middle; where that is inside the box,
/// through the nearest side.
Touch touchOf(const Vec3d& middle, double radius, const PosedBox& box, double reach);

/// The contact of a box and a half space: its lowest corners.
Touch touchOf(const PosedBox& first, const HalfSpace& second, double reach);

}  // namespace talus::solids

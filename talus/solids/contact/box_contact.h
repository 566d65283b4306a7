#pragma once
#include <array>
#include <cstddef>

#include "talus/math/rotation.h"

namespace talus::solids {

struct PosedBox {
    Vec3d centre;
    Rotation turn;
    Vec3d half;  ///< of its sides; z = 0: a plate
};

/// A half space: all x with dot(normal, x) <= offset.
struct HalfSpace {
    Vec3d normal;  ///< unit
    double offset = 0;
};

/// Points of a contact of two things, at most four.
struct Touch {
    Vec3d normal;  ///< unit, from the second to the first
    std::size_t count = 0;
    std::array<Vec3d, 4> on_second{};  ///< points on the surface of the second
    std::array<double, 4> gap{};       ///< distance to the first there, along the normal; below 0: an overlap
};

/// The contact of two boxes: the axis of least overlap of the fifteen that can separate them (Gottschalk,
/// Lin and Manocha 1996, "OBBTree", 5), and the corners of a face cut by the sides of the other
/// (Sutherland-Hodgman), or the closest points of two edges.
/// @param reach gap up to which there is a contact
Touch touchOf(const PosedBox& first, const PosedBox& second, double reach);

/// The contact of a box and a half space: its lowest corners.
Touch touchOf(const PosedBox& first, const HalfSpace& second, double reach);

}  // namespace talus::solids

#pragma once
#include <optional>

#include "talus/math/rotation.h"
#include "talus/solids/touch/touch.h"

namespace talus::solids {

/// A cylinder about the z axis of its own frame.
struct PosedRod {
    Vec3d centre;
    Rotation rotation;
    double radius = 0, half = 0;  ///< half: of its length
};

/// The contact of two cylinders that stand on each other with their discs: points of the rim of each disc
/// that are above the other, and the points where the rims cross. Nothing if they touch otherwise.
/// @param reach gap up to which there is a contact
std::optional<NearPoints> pointsOf(const PosedRod& first, const PosedRod& second, double reach);

}  // namespace talus::solids

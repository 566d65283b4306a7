#pragma once
#include <optional>

#include "talus/environment/contact/first_hit.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::environment {

/// The first point on a straight path that is no farther than `reach` from the surface of a volume and where
/// the path approaches it. The path is cut into pieces; for each piece in turn, firstHit() is asked of all
/// triangles near it. No triangle is jumped over, however long the path.
/// @pre reach > 0
std::optional<FaceHit> firstHit(const geometry::VolumeSurface& volume, const Vec3d& from, const Vec3d& to,
                                double reach);

}  // namespace talus::environment

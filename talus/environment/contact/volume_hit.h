#pragma once
#include <optional>

#include "talus/environment/contact/first_hit.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::environment {

/// The first place on a straight way that is no farther than `reach` from the surface of a volume and where
/// the way comes nearer: firstHit() of each of its triangles that the way may meet, in pieces from its
/// beginning on. However long the way, nothing is jumped over.
/// @pre reach > 0
std::optional<FaceHit> firstHit(const geometry::VolumeSurface& volume, const Vec3d& from, const Vec3d& to,
                                double reach);

}  // namespace talus::environment

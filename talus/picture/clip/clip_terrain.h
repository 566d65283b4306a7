#pragma once
#include "talus/picture/clip/clip.h"

namespace talus::picture {

/// Cuts a terrain at planes. Upright planes along x or y, and level ones above it, leave a terrain; all
/// others leave a mesh, with a flat face at upright planes.
/// @param keep owners of the new arrays
void clipTerrain(Picture& picture, Terrain terrain, const std::vector<geometry::Plane>& planes,
                 std::vector<std::shared_ptr<void>>& keep);

}  // namespace talus::picture

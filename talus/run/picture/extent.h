#pragma once
#include "talus/scene/scene.h"

namespace talus::run {

/// The box that a camera should show over the whole run: walls, fills, and where emitters pour.
geometry::Box extentOf(const scene::Scene& scene);
/// The box that things may reach in the whole run: a pile on an infinite floor may spread by twice its
/// height.
geometry::Box reachOf(const scene::Scene& scene);
/// Whether a visible plane faces upwards.
bool hasFloor(const scene::Scene& scene);

}  // namespace talus::run

#pragma once
#include "talus/scene/scene.h"

namespace talus::run {

/// The box that a camera should show over the whole run: walls, fills, and where emitters pour.
geometry::Box extentOf(const scene::Scene& scene);
/// The box that things may reach in the whole run: a pile on an infinite floor may spread by twice its
/// height.
geometry::Box reachOf(const scene::Scene& scene);
/// The box around all sources that are filled at the start; empty where there are none.
geometry::Box startOf(const std::vector<environment::Source>& sources);
/// Adds the heap that falling grains form in the end: a cone with a slope of 25 degrees on an infinite floor.
/// @param volume of the heap [m^3]
void includeHeap(geometry::Box& box, const scene::Scene& scene, const Vec3d& centre, double volume);
/// Whether a visible plane faces upwards.
bool hasFloor(const scene::Scene& scene);

}  // namespace talus::run

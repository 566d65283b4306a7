#pragma once
#include "talus/method/method.h"

namespace talus::particles {

/// Adds all systems of a frame to a picture, each as its settings say: points, spheres or sprites. Error
/// (Input) when a frame lacks a field that a run writes.
Status draw(const method::Scene& scene, method::Drawing& drawing);

}  // namespace talus::particles

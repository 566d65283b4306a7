#pragma once
#include <vector>

#include "talus/method/needs.h"
#include "talus/method/scene.h"
#include "talus/sand/sources/fill.h"

namespace talus::sand {

/// countAtStart() on the ground of a scene.
StartCount startCount(const method::Scene& scene, const Setup& setup, double most = 1e5);

method::Needs needs(const method::Scene& scene);

/// The step of the sand at its expected maximum speed [s]; the scene's step may be several of it.
double expectedStep(const method::Scene& scene);

/// Lines of `talus check`.
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::sand

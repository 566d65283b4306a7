#pragma once
#include <vector>

#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::sand {

method::Needs needs(const method::Scene& scene);

/// The step of the sand at its expected maximum speed [s]; the scene's step may be several of it.
double expectedStep(const method::Scene& scene);

/// Lines of `talus check`.
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::sand

#pragma once
#include "talus/method/method.h"

namespace talus::ground {

/// The ground of a scene as land; empty if it has none.
/// @param depth of the sand that can be dug out of it [m], >= 0
std::vector<method::Land> lands(const method::Scene& scene, double depth);

/// The files that the scene reads for its ground.
std::vector<method::Input> inputs(const method::Scene& scene);

}  // namespace talus::ground

#pragma once
#include <vector>

#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::sand {

method::Needs needs(const method::Scene& scene);

/// Lines of `talus check`.
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::sand

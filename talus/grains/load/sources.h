#pragma once
#include "talus/grains/scene.h"
#include "talus/method/method.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// Where grains start, and how much of them.
std::vector<environment::Source> sources(const method::Scene& scene);
/// The files that the scene reads for its grains.
std::vector<method::Input> inputs(const method::Scene& scene);

}  // namespace talus::grains

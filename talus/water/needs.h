#pragma once
#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::water {

method::Needs needs(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::water

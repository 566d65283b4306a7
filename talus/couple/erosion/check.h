#pragma once
#include "talus/method/checking.h"
#include "talus/method/needs.h"

namespace talus::couple::erosion {

/// Whether the scene has [erosion], water and ground.
bool used(const method::Scene& scene);
/// Reads the masks of plants, and writes the values of a preset into the settings.
void load(method::Scene& scene, const method::Checking& checking);
void check(const method::Checking& checking);
void finish(method::Scene& scene, const method::Checking& checking);
method::Needs needs(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::couple::erosion

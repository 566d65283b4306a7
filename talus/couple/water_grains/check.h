#pragma once
#include <vector>

#include "talus/method/checking.h"
#include "talus/method/needs.h"

namespace talus::couple::water_grains {

/// Whether a scene has water and grains that act on each other.
bool used(const method::Scene& scene);
void check(const method::Checking& checking);
/// Warns of grains that are larger than the water's spacing. @pre the scene passed the check
void finish(method::Scene& scene, const method::Checking& checking);

method::Needs needs(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::couple::water_grains

#pragma once
#include "talus/method/checking.h"
#include "talus/method/needs.h"

namespace talus::couple::erosion {

bool used(const method::Scene& scene);
/// Puts the numbers of a preset in their places.
void load(method::Scene& scene, const method::Checking& checking);
void check(const method::Checking& checking);
void finish(method::Scene& scene, const method::Checking& checking);
method::Needs needs(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::couple::erosion

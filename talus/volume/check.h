#pragma once
#include "talus/method/method.h"
#include "talus/volume/params.h"

namespace talus::volume {

/// Reads what the settings name, and makes the cells of the start.
void load(method::Scene& scene, const method::Checking& checking);
void check(const method::Checking& checking);
method::Needs needs(const method::Scene& scene);
/// How many triangles the surface has at the start, about.
double trianglesOf(const Start& start);
std::vector<method::Line> summary(const method::Scene& scene);
std::vector<method::Input> inputs(const method::Scene& scene);

}  // namespace talus::volume

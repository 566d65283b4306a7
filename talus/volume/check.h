#pragma once
#include "talus/method/method.h"
#include "talus/volume/params.h"

namespace talus::volume {

/// Reads the files that the settings name, and makes the cells at the start.
void load(method::Scene& scene, const method::Checking& checking);
void check(const method::Checking& checking);
method::Needs needs(const method::Scene& scene);
/// Estimate of the number of triangles of the surface at the start.
double trianglesOf(const Start& start);
std::vector<method::Line> summary(const method::Scene& scene);
std::vector<method::Input> inputs(const method::Scene& scene);

}  // namespace talus::volume

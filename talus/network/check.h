#pragma once
#include "talus/method/checking.h"

namespace talus::network {

/// Reads meshes and lays out the groups.
void load(method::Scene& scene, const method::Checking& checking);

/// What single keys cannot check: what names refer to, lists that belong together, formulas, dimensions, and
/// the bound on the step.
void check(const method::Checking& checking);

}  // namespace talus::network

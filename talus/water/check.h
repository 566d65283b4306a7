#pragma once
#include "talus/method/checking.h"

namespace talus::water {

/// Reads the meshes of blocks, applies presets and discharges, and finds lakes and streams.
void load(method::Scene& scene, const method::Checking& checking);
/// Checks that concern several keys or sections.
void check(const method::Checking& checking);

}  // namespace talus::water

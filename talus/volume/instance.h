#pragma once
#include <memory>

#include "talus/environment/environment.h"
#include "talus/method/instance.h"
#include "talus/method/scene.h"

namespace talus::volume {

/// @pre the scene passed the check, and has a volume
Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

/// What other methods touch of it.
environment::GroundVolume groundOf(const geometry::BlockGrid& grid, std::string material);

/// The set of frames that shows its surface.
inline constexpr const char* surface_set = "volume";
/// The one that shows its cells, where output.fields asks for their `firm` or `loose`.
inline constexpr const char* cells_set = "cells";

}  // namespace talus::volume

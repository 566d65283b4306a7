#pragma once
#include <memory>

#include "talus/environment/environment.h"
#include "talus/method/instance.h"
#include "talus/method/scene.h"

namespace talus::volume {

/// @pre the scene passed the check, and has a volume
Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

/// Names of the tables and fields of the volume, for other methods.
environment::GroundVolume groundOf(const geometry::BlockGrid& grid, std::string material);

/// Set of frames with the surface.
inline constexpr const char* surface_set = "volume";
/// Set of frames with all cells, where output.fields names `firm` or `loose`.
inline constexpr const char* cells_set = "cells";

}  // namespace talus::volume

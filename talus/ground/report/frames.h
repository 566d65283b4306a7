#pragma once
#include <string>
#include <vector>

#include "talus/environment/material.h"
#include "talus/ground/setup.h"
#include "talus/method/frame_source.h"

namespace talus::ground {

/// Name of the field of a frame's columns with the mass of grains of a material that became ground [kg].
std::string storedField(const std::string& material);

/// The columns of the ground, with the mass of grains that became ground.
/// @param setup, materials outlive the source
method::FrameSource columnsOf(const Setup& setup, const std::vector<environment::Material>& materials);

}  // namespace talus::ground

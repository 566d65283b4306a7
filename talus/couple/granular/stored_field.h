#pragma once
#include <string>

namespace talus::couple::granular {

/// Name of the field of a frame's columns with the mass of grains of a material that became ground [kg].
std::string storedField(const std::string& material);

}  // namespace talus::couple::granular

#pragma once
#include <string>

namespace talus::couple::granular {

/// The field of a frame's columns that holds the mass of a material that grains left there [kg].
std::string storedField(const std::string& material);

}  // namespace talus::couple::granular

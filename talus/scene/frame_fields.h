#pragma once
#include <string_view>
#include <vector>

namespace talus::scene {

/// Fields of the grains that frames can hold, beside the position (output.fields).
std::vector<std::string_view> frameFields();

/// What pictures can be coloured by: these, and "height" and "slope" of the ground (render.colour).
std::vector<std::string_view> colours();

}  // namespace talus::scene

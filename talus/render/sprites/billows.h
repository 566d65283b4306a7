#pragma once
#include <cstdint>
#include <vector>

namespace talus::render {

/// The noise texture of smoke: a square of `side` texels that repeats in both directions. Four bytes per
/// texel: the height of billows, round with sharp creases, its slope along x and y (128: level), and 255.
std::vector<std::uint8_t> billowTexture(int side);

}  // namespace talus::render

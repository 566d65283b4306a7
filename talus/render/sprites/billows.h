#pragma once
#include <cstdint>
#include <vector>

namespace talus::render {

/// The noise texture of smoke: a square of `side` x `side` texels that repeats in both directions. Four bytes
/// per texel: the height of the noise, which has round billows and sharp creases; its slope along x and y
/// (128 is level); and 255.
std::vector<std::uint8_t> billowTexture(int side);

}  // namespace talus::render

#pragma once
#include <array>

#include "talus/picture/colour.h"

/// The tone mapper of shaders/light.h: Khronos PBR Neutral, 2024. It keeps colours up to 0.8, apart from a
/// small offset, and compresses highlights.
namespace talus::render {

/// What a picture shows of scene-linear light: linear too, 0 to 1.
std::array<float, 3> toneMapped(std::array<float, 3> light);
/// The light of which toneMapped() is this. Components above 0.995 count as 0.995.
std::array<float, 3> lightShownAs(std::array<float, 3> shown);
std::array<float, 3> lightShownAs(const picture::Colour& colour);

}  // namespace talus::render

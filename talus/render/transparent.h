#pragma once
#include "talus/io/image.h"
#include "talus/picture/picture.h"
#include "talus/render/light_image.h"

namespace talus::render {

/// Takes the background out of a picture and gives it alpha. In a pixel that is partly covered the colour
/// becomes that of what covers it (straight alpha).
/// @param shares of each pixel that is covered, 255: all; rows from top to bottom
void makeTransparent(io::Image& image, const picture::Background& background,
                     std::vector<std::uint8_t> shares);

/// The same for a picture in scene-linear light; its colours are multiplied with alpha. What glows adds light
/// without covering anything.
void makeTransparent(LightImage& image, const picture::Background& background,
                     const std::vector<std::uint8_t>& shares);

}  // namespace talus::render

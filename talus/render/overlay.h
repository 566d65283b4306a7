#pragma once
#include "talus/io/image.h"
#include "talus/picture/picture.h"

namespace talus::render {

/// Draws the legend (at the right) and the caption (at the lower left) over the image, if the picture has
/// them. Sizes are proportional to the height of the image.
void drawOverlay(io::Image& image, const picture::Picture& picture);

}  // namespace talus::render

#pragma once
#include "talus/io/image.h"
#include "talus/picture/picture.h"

namespace talus::render {

/// Draws the legend (at the right) and the caption (at the lower left) over the image; neither present, the
/// image stays as it is. Sizes follow the height of the image.
void drawOverlay(io::Image& image, const picture::Picture& picture);

}  // namespace talus::render

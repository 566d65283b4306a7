#pragma once
#include "talus/io/image.h"
#include "talus/picture/picture.h"
#include "talus/render/light_image.h"

/// Translucent things. A picture with some is the mean of two: one with them, and one without them.
namespace talus::render {

/// Whether the picture has translucent things that are not opaque.
bool hasTranslucent(const picture::Picture& picture);

/// The mean of linear light: image = opacity * image + (1 - opacity) * behind; with alpha, of the light that
/// alpha lets through. @pre both have one size, and both or none alpha
void mixWith(io::Image& image, const io::Image& behind, float opacity);
void mixWith(LightImage& image, const LightImage& behind, float opacity);

}  // namespace talus::render

#pragma once
#include <memory>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::viewer {

/// Makes a picture quick to draw: liquids become plain balls, and at most `max_balls` balls are left, evenly
/// chosen and enlarged so that they fill the same volume.
/// @param keep owners of the new arrays, which must live as long as the picture
/// @return the share of the balls that is drawn, 1: all
double simplify(picture::Picture& picture, std::size_t max_balls, std::vector<std::shared_ptr<void>>& keep);

}  // namespace talus::viewer

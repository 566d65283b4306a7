#pragma once
#include <memory>
#include <vector>

#include "talus/picture/picture.h"
#include "talus/run/frames.h"

namespace talus::viewer {

/// A frame that is quick to draw: its sets of points have every n-th point only, so that about `max_points`
/// are left in all. Small sets, and the bodies that walls follow, keep all.
struct ThinnedFrame {
    run::Frame frame;
    double share = 1;  ///< of the points of the thinned sets that are left, 1: all
};
ThinnedFrame thinned(const run::Frame& frame, std::size_t max_points);

/// Enlarges the balls of a thinned frame so that they fill the same volume.
/// @param keep owners of the new arrays, which must live as long as the picture
void fillUp(picture::Picture& picture, double share, std::vector<std::shared_ptr<void>>& keep);

}  // namespace talus::viewer

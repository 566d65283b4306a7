#pragma once
#include "viewer/panels/arrow_drag.h"

namespace talus::viewer {

/// Arrows over the picture that move a clip (the command `clip`): an outward arrow on each side of a box, and
/// an arrow along the normal of a plane, to the side that is shown.
class ClipHandles {
  public:
    /// Draws the arrows and follows the mouse.
    /// @param used whether the mouse is used for something else; becomes true where it is used here
    void act(Viewer& viewer, const PictureArea& area, bool& used);

  private:
    ArrowDrag drag_;
    picture::Clip begin_;  ///< when the drag began
};

}  // namespace talus::viewer

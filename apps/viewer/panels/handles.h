#pragma once
#include "viewer/panels/arrow_drag.h"

namespace talus::viewer {

/// Three arrows over the picture, along x, y and z, at the thing that is selected. Dragging one moves the
/// thing along it (the command `move`).
class Handles {
  public:
    /// Draws the arrows and follows the mouse.
    /// @param used whether the mouse is used for something else; becomes true where it is used here
    void act(Viewer& viewer, const PictureArea& area, bool& used);

  private:
    ArrowDrag drag_;
    Vec3d begin_;  ///< displacement when the drag began [m]
};

/// The colours of the axes, for arrows along them. @param axis 0, 1, 2: x, y, z
ImU32 colourOfAxis(std::size_t axis);

}  // namespace talus::viewer

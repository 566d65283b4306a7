#pragma once
#include <array>
#include <optional>
#include <string>

#include <imgui/imgui.h>

#include "viewer/panels/panels.h"

namespace talus::viewer {

/// Three arrows over the picture, along x, y and z, at the thing that is selected. Dragging one moves the
/// thing along it (the command `move`).
class Handles {
  public:
    /// Draws the arrows and follows the mouse. @return whether the mouse is used for them
    bool act(Viewer& viewer, const PictureArea& area);

  private:
    struct Arrow {
        ImVec2 from, to;  ///< on the screen [pixels]
        bool seen = false;
    };
    std::array<Arrow, 3> arrowsAt(const Viewer& viewer, const PictureArea& area, const Vec3d& middle) const;
    int arrowUnder(const std::array<Arrow, 3>& arrows, const ImVec2& mouse) const;

    int dragged_ = -1;   ///< axis; -1: none
    Vec3d begin_;        ///< displacement when the drag began [m]
    ImVec2 mouse_{};     ///< where the mouse was then
    Arrow arrow_{};      ///< as it was then
    double length_ = 0;  ///< of the arrows in the scene [m]
};

}  // namespace talus::viewer

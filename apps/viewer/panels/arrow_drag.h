#pragma once
#include <optional>
#include <span>
#include <string>

#include <imgui/imgui.h>

#include "viewer/panels/panels.h"

namespace talus::viewer {

/// An arrow over the picture that can be dragged along itself.
struct DragArrow {
    Vec3d from;       ///< where it begins [m]
    Vec3d direction;  ///< unit
    ImU32 colour = 0;
    std::string name;     ///< shown at its head
    float share = 0.14f;  ///< its length, of the height of the picture
};

/// Draws arrows and follows the mouse that drags one of them.
class ArrowDrag {
  public:
    /// A drag of an arrow.
    struct Moved {
        std::size_t arrow = 0;  ///< its number
        bool begins = false;    ///< the mouse has just been pressed on it
        double along = 0;       ///< from where it was then, along its direction [m]
    };
    /// @param used whether the mouse is used for something else; becomes true where it is used for an arrow
    /// @return the drag, where one begins or the mouse has moved
    std::optional<Moved> act(Viewer& viewer, const PictureArea& area, std::span<const DragArrow> arrows,
                             bool& used);
    /// Where a point of the scene is on the screen [pixels]; nothing where it is behind the camera.
    static std::optional<ImVec2> onScreen(const Viewer& viewer, const PictureArea& area, const Vec3d& point);

  private:
    struct OnScreen {
        ImVec2 from{}, to{};  ///< [pixels]
        double length = 0;    ///< in the scene [m]
        bool seen = false;
    };
    static OnScreen arrowOnScreen(const Viewer& viewer, const PictureArea& area, const DragArrow& arrow);

    int dragged_ = -1;   ///< number of the arrow; -1: none
    ImVec2 mouse_{};     ///< where the mouse was when the drag began
    OnScreen at_begin_;  ///< the arrow then
};

}  // namespace talus::viewer

#include "viewer/navigation.h"

#include <cmath>

// Only the codes of keys; no OpenGL is used here.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui/imgui.h>

#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

/// Pushes the tool away by the wheel: a twentieth of the distance from the camera to its target at a
/// time.
void push(Viewer& viewer, float wheel) {
    const double distance = length(viewer.camera().target - viewer.camera().position);
    execute(viewer, fmt::format("push {:.6g}", 0.05 * distance * wheel));
}

}  // namespace

void Navigation::act(Viewer& viewer, const PictureArea& area) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!viewer.isOpen() || area.height < 1) return;
    const double pixels = viewer.height() / double{area.height};
    const double x = (io.MousePos.x - area.x) * pixels, y = (io.MousePos.y - area.y) * pixels;
    const bool inside = !io.WantCaptureMouse && x >= 0 && y >= 0 && x < viewer.width() && y < viewer.height();
    const bool by_hand = viewer.hands().on() && viewer.isLive();
    if (inside && io.MouseWheel != 0 && by_hand && pressed_ == ImGuiMouseButton_Left)
        push(viewer, io.MouseWheel);
    else if (inside && io.MouseWheel != 0)
        execute(viewer, fmt::format("zoom {:.6g} {:.2f} {:.2f}", std::pow(0.85, io.MouseWheel), x, y));
    for (const int button : {ImGuiMouseButton_Left, ImGuiMouseButton_Right, ImGuiMouseButton_Middle}) {
        if (inside && ImGui::IsMouseClicked(button)) {
            viewer.focus(Part::Picture);
            pressed_ = button;
            dragged_ = false;
            press_x_ = x;
            press_y_ = y;
            if (by_hand && button == ImGuiMouseButton_Left)
                execute(viewer, fmt::format("grab {:.2f} {:.2f}", x, y));
        }
        if (pressed_ != button) continue;
        if (by_hand && button == ImGuiMouseButton_Left) {
            if (ImGui::IsMouseReleased(button))
                pressed_ = -1;
            else if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)
                execute(viewer, fmt::format("drag {:.2f} {:.2f}", x, y));
            continue;
        }
        if (ImGui::IsMouseDragging(button, 3)) drag(viewer, area, button);
        if (ImGui::IsMouseReleased(button)) {
            if (!dragged_ && button == ImGuiMouseButton_Left)
                execute(viewer, fmt::format("pick {:.2f} {:.2f}", x, y));
            pressed_ = -1;
        }
    }
}

void Navigation::fly(Viewer& viewer) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!viewer.isOpen() || io.WantTextInput || io.KeyCtrl || io.NavActive) return;
    const auto held = [](int key, int against) {
        return int{ImGui::IsKeyDown(key)} - int{ImGui::IsKeyDown(against)};
    };
    const int forward = held(GLFW_KEY_W, GLFW_KEY_S), right = held(GLFW_KEY_D, GLFW_KEY_A),
              up = held(GLFW_KEY_E, GLFW_KEY_Q);
    if (forward == 0 && right == 0 && up == 0) return;
    const double distance = 0.5 * io.DeltaTime * length(viewer.camera().target - viewer.camera().position);
    execute(viewer,
            fmt::format("fly {:.6g} {:.6g} {:.6g}", forward * distance, right * distance, up * distance));
}

void Navigation::drag(Viewer& viewer, const PictureArea& area, int button) {
    dragged_ = true;
    const ImVec2 moved = ImGui::GetMouseDragDelta(button, 3);
    ImGui::ResetMouseDragDelta(button);
    if (moved.x == 0 && moved.y == 0) return;
    constexpr double degrees_of_height = 180;  // by which the scene turns in a drag over the whole height
    if (button == ImGuiMouseButton_Left)
        execute(viewer,
                fmt::format("orbit {:.4f} {:.4f} {:.2f} {:.2f}", degrees_of_height * moved.x / area.height,
                            degrees_of_height * moved.y / area.height, press_x_, press_y_));
    else
        execute(viewer, fmt::format("pan {:.6f} {:.6f}", moved.x / area.height, -moved.y / area.height));
}

}  // namespace talus::viewer

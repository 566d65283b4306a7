#include "viewer/panels/handles.h"

#include <cmath>

#include <fmt/format.h>

#include "viewer/commands/commands.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

constexpr std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
/// Of x, y and z: vermillion, bluish green and blue of Okabe and Ito's colours, safe for the colour-blind.
constexpr std::array<ImU32, 3> colours{IM_COL32(213, 94, 0, 255), IM_COL32(0, 158, 115, 255),
                                       IM_COL32(0, 114, 178, 255)};
constexpr const char* names[] = {"x", "y", "z"};

ImVec2 minus(const ImVec2& a, const ImVec2& b) { return {a.x - b.x, a.y - b.y}; }
float dotOf(const ImVec2& a, const ImVec2& b) { return a.x * b.x + a.y * b.y; }

/// The distance of a point from a line segment [pixels].
float distanceTo(const ImVec2& from, const ImVec2& to, const ImVec2& point) {
    const ImVec2 way = minus(to, from), at = minus(point, from);
    const float along = std::clamp(dotOf(at, way) / std::max(dotOf(way, way), 1e-6f), 0.0f, 1.0f);
    return std::hypot(at.x - along * way.x, at.y - along * way.y);
}

void drawArrow(const ImVec2& from, const ImVec2& to, ImU32 colour, float width, const char* name) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImVec2 way = minus(to, from);
    const float size = std::hypot(way.x, way.y);
    if (size < 1) return;
    const ImVec2 along{way.x / size, way.y / size}, across{-along.y, along.x};
    const float head = 4.5f * width;
    list.AddLine(from, to, colour, width);
    list.AddTriangleFilled({to.x + head * along.x, to.y + head * along.y},
                           {to.x + 0.5f * head * across.x, to.y + 0.5f * head * across.y},
                           {to.x - 0.5f * head * across.x, to.y - 0.5f * head * across.y}, colour);
    list.AddText({to.x + 1.4f * head * along.x, to.y + 1.4f * head * along.y}, colour, name);
}

}  // namespace

std::array<Handles::Arrow, 3> Handles::arrowsAt(const Viewer& viewer, const PictureArea& area,
                                                const Vec3d& middle) const {
    std::array<Arrow, 3> arrows;
    const auto onScreen = [&](const Vec3d& point, ImVec2& at) {
        const picture::Projected p =
            picture::project(viewer.camera(), viewer.width(), viewer.height(), point);
        const float scale = area.height / static_cast<float>(viewer.height());
        at = {area.x + scale * static_cast<float>(p.x), area.y + scale * static_cast<float>(p.y)};
        return p.depth > 0;
    };
    for (std::size_t k = 0; k < axes.size(); ++k) {
        const bool from = onScreen(middle, arrows[k].from);
        arrows[k].seen = onScreen(middle + axes[k] * length_, arrows[k].to) && from;
    }
    return arrows;
}

int Handles::arrowUnder(const std::array<Arrow, 3>& arrows, const ImVec2& mouse) const {
    constexpr float reach = 9;  // [pixels]
    int nearest = -1;
    float distance = reach;
    for (std::size_t k = 0; k < arrows.size(); ++k) {
        if (!arrows[k].seen) continue;
        const float here = distanceTo(arrows[k].from, arrows[k].to, mouse);
        if (here < distance) {
            distance = here;
            nearest = static_cast<int>(k);
        }
    }
    return nearest;
}

bool Handles::act(Viewer& viewer, const PictureArea& area) {
    const std::string& name = viewer.hands().selected();
    const auto middle = name.empty() ? std::optional<Vec3d>{} : viewer.hands().middleOf(viewer, name);
    if (!middle || area.height < 1) {
        dragged_ = -1;
        return false;
    }
    const double depth = dot(*middle - viewer.camera().position, picture::axesOf(viewer.camera()).forward);
    constexpr double share = 0.14;  // of the height of the picture
    length_ = 2 * share * depth * std::tan(0.5 * viewer.camera().fov);
    const auto arrows = arrowsAt(viewer, area, *middle);
    const ImGuiIO& io = ImGui::GetIO();
    const int under = io.WantCaptureMouse ? -1 : arrowUnder(arrows, io.MousePos);
    const int shown = dragged_ >= 0 ? dragged_ : under;
    for (std::size_t k = 0; k < arrows.size(); ++k)
        if (arrows[k].seen)
            drawArrow(arrows[k].from, arrows[k].to, colours[k], static_cast<int>(k) == shown ? 5.0f : 3.0f,
                      names[k]);
    if (under >= 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        dragged_ = under;
        begin_ = viewer.hands().displacementOf(name);
        mouse_ = io.MousePos;
        arrow_ = arrows[static_cast<std::size_t>(under)];
    }
    if (dragged_ < 0) return under >= 0;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
        dragged_ = -1;
        return true;
    }
    const ImVec2 way = minus(arrow_.to, arrow_.from), moved = minus(io.MousePos, mouse_);
    if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0) {
        const double along = length_ * dotOf(moved, way) / std::max(dotOf(way, way), 1.0f);
        const Vec3d to = begin_ + axes[static_cast<std::size_t>(dragged_)] * along;
        (void)viewer.execute(fmt::format("move {} {:.6g} {:.6g} {:.6g}", quotedWord(name), to.x, to.y, to.z));
    }
    return true;
}

}  // namespace talus::viewer

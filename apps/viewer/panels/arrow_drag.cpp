#include "viewer/panels/arrow_drag.h"

#include <algorithm>
#include <cmath>

#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

ImVec2 minus(const ImVec2& a, const ImVec2& b) { return {a.x - b.x, a.y - b.y}; }
float dotOf(const ImVec2& a, const ImVec2& b) { return a.x * b.x + a.y * b.y; }

/// The distance of a point from a line segment [pixels].
float distanceTo(const ImVec2& from, const ImVec2& to, const ImVec2& point) {
    const ImVec2 way = minus(to, from), at = minus(point, from);
    const float along = std::clamp(dotOf(at, way) / std::max(dotOf(way, way), 1e-6f), 0.0f, 1.0f);
    return std::hypot(at.x - along * way.x, at.y - along * way.y);
}

void drawArrow(const ImVec2& from, const ImVec2& to, ImU32 colour, float width, const std::string& name) {
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
    list.AddText({to.x + 1.4f * head * along.x, to.y + 1.4f * head * along.y}, colour, name.c_str());
}

}  // namespace

std::optional<ImVec2> ArrowDrag::onScreen(const Viewer& viewer, const PictureArea& area, const Vec3d& point) {
    const picture::Projected p = picture::project(viewer.camera(), viewer.width(), viewer.height(), point);
    if (!(p.depth > 0)) return std::nullopt;
    const float scale = area.height / static_cast<float>(viewer.height());
    return ImVec2{area.x + scale * static_cast<float>(p.x), area.y + scale * static_cast<float>(p.y)};
}

ArrowDrag::OnScreen ArrowDrag::arrowOnScreen(const Viewer& viewer, const PictureArea& area,
                                             const DragArrow& arrow) {
    const float shortest =
        12 * area.scale;  // [pixels]; one that points to the camera cannot be dragged along itself
    const picture::Camera& camera = viewer.camera();
    const double depth = dot(arrow.from - camera.position, picture::axesOf(camera).forward);
    OnScreen on;
    on.length = 2 * double{arrow.share} * depth * std::tan(0.5 * camera.fov);
    const auto from = onScreen(viewer, area, arrow.from),
               to = onScreen(viewer, area, arrow.from + arrow.direction * on.length);
    if (!from || !to || std::hypot(to->x - from->x, to->y - from->y) < shortest) return on;
    on.from = *from;
    on.to = *to;
    on.seen = true;
    return on;
}

std::optional<ArrowDrag::Moved> ArrowDrag::act(Viewer& viewer, const PictureArea& area,
                                               std::span<const DragArrow> arrows, bool& used) {
    const float reach = 9 * area.scale;  // [pixels]
    if (area.height < 1 || dragged_ >= static_cast<int>(arrows.size())) dragged_ = -1;
    if (area.height < 1) return std::nullopt;
    const ImGuiIO& io = ImGui::GetIO();
    std::vector<OnScreen> shown;
    int under = -1;
    float nearest = reach;
    for (const DragArrow& arrow : arrows) {
        shown.push_back(arrowOnScreen(viewer, area, arrow));
        if (!shown.back().seen || io.WantCaptureMouse || used) continue;
        const float distance = distanceTo(shown.back().from, shown.back().to, io.MousePos);
        if (distance >= nearest) continue;
        nearest = distance;
        under = static_cast<int>(shown.size()) - 1;
    }
    const int marked = dragged_ >= 0 ? dragged_ : under;
    for (std::size_t k = 0; k < arrows.size(); ++k)
        if (shown[k].seen)
            drawArrow(shown[k].from, shown[k].to, arrows[k].colour,
                      area.scale * (static_cast<int>(k) == marked ? 5.0f : 3.0f), arrows[k].name);
    used = used || marked >= 0;
    if (dragged_ < 0 && under >= 0 && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        dragged_ = under;
        mouse_ = io.MousePos;
        at_begin_ = shown[static_cast<std::size_t>(under)];
        return Moved{static_cast<std::size_t>(under), true, 0};
    }
    if (dragged_ < 0) return std::nullopt;
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) dragged_ = -1;
    if (dragged_ < 0 || (io.MouseDelta.x == 0 && io.MouseDelta.y == 0)) return std::nullopt;
    const ImVec2 way = minus(at_begin_.to, at_begin_.from), moved = minus(io.MousePos, mouse_);
    return Moved{static_cast<std::size_t>(dragged_), false,
                 at_begin_.length * dotOf(moved, way) / std::max(dotOf(way, way), 1.0f)};
}

}  // namespace talus::viewer

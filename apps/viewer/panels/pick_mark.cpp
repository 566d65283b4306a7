#include "viewer/panels/pick_mark.h"

#include <algorithm>
#include <cmath>

#include "viewer/panels/arrow_drag.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

struct Ball {
    Vec3d centre;
    double radius = 0;  ///< [m]; 0: not known
};

/// The ball that is picked, or the point.
Ball pickedBall(const Picked& picked) {
    Ball ball{picked.pick.position, 0};
    for (const run::PickedValue& value : picked.values) {
        const std::vector<double>& v = value.components;
        if (value.name == "position" && v.size() == 3) ball.centre = {v[0], v[1], v[2]};
        if (value.name == "radius" && v.size() == 1) ball.radius = v[0];
    }
    return picked.pick.set == "bodies" ? Ball{picked.pick.position, 0} : ball;
}

}  // namespace

void drawPickMark(const Viewer& viewer, const PictureArea& area) {
    const auto& picked = viewer.picked();
    if (!picked || area.height < 1) return;
    constexpr std::size_t few = 40;
    constexpr ImU32 colour = IM_COL32(0, 114, 178, 255), edge = IM_COL32(255, 255, 255, 220);
    const Ball ball = pickedBall(*picked);
    const auto at = ArrowDrag::onScreen(viewer, area, ball.centre);
    if (!at) return;
    const picture::Camera& camera = viewer.camera();
    const double depth = dot(ball.centre - camera.position, picture::axesOf(camera).forward);
    const auto seen =
        static_cast<float>(0.5 * double{area.height} * ball.radius / (depth * std::tan(0.5 * camera.fov)));
    const float radius = std::max(seen * 1.1f, 7 * area.scale), width = 2 * area.scale;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.PushClipRect({area.x, area.y}, {area.x + area.width, area.y + area.height});
    if (picked->contacts.size() <= few && picked->pick.set == "grains")
        for (const run::PickedContact& contact : picked->contacts)
            if (const auto to = ArrowDrag::onScreen(viewer, area, contact.partner.position)) {
                list.AddLine(*at, *to, edge, 2 * width);
                list.AddLine(*at, *to, colour, width);
            }
    list.AddCircle(*at, radius, edge, 0, 2.5f * width);
    list.AddCircle(*at, radius, colour, 0, 1.5f * width);
    list.PopClipRect();
}

}  // namespace talus::viewer

#include "viewer/panels/clip_handles.h"

#include <algorithm>

#include "talus/geometry/grow_box.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/look/look_words.h"
#include "viewer/panels/handles.h"
#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

constexpr ImU32 colour_of_plane = IM_COL32(204, 121, 167, 255);  // reddish purple of Okabe and Ito's colours
constexpr float short_share = 0.07f;

double& coordinate(Vec3d& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

/// Side 0 to 5: the lower and the upper one along x, y and z.
DragArrow arrowOf(const geometry::Box& box, std::size_t side) {
    const std::size_t axis = side / 2;
    Vec3d from = geometry::centreOf(box), direction, end = side % 2 ? box.max : box.min;
    coordinate(from, axis) = coordinate(end, axis);
    coordinate(direction, axis) = side % 2 ? 1 : -1;
    return {from, direction, colourOfAxis(axis), "", short_share};
}

/// The box with a side moved outwards by so much [m]. A side stays a thousandth of the box away from the
/// opposite one.
geometry::Box withSide(geometry::Box box, std::size_t side, double outwards) {
    double &low = coordinate(box.min, side / 2), &high = coordinate(box.max, side / 2);
    const double thin = 1e-3 * (high - low);
    if (side % 2)
        high = std::max(high + outwards, low + thin);
    else
        low = std::min(low - outwards, high - thin);
    return box;
}

/// The edges of the box over the picture, as far as they are in front of the camera.
void drawEdges(const Viewer& viewer, const PictureArea& area, const geometry::Box& box) {
    const ImU32 colour = viewer.light() ? IM_COL32(60, 60, 70, 110) : IM_COL32(90, 90, 100, 130);
    const auto onScreen = [&](int corner) {
        return ArrowDrag::onScreen(viewer, area, geometry::cornerOf(box, corner));
    };
    for (int corner = 0; corner < 8; ++corner)
        for (const int bit : {1, 2, 4}) {
            if (corner & bit) continue;
            const auto from = onScreen(corner), to = onScreen(corner | bit);
            if (from && to) ImGui::GetBackgroundDrawList()->AddLine(*from, *to, colour, 1.5f * area.scale);
        }
}

}  // namespace

void ClipHandles::act(Viewer& viewer, const PictureArea& area, bool& used) {
    const picture::Clip clip = viewer.look().clip;
    std::vector<DragArrow> arrows;
    if (const auto* box = std::get_if<geometry::Box>(&clip.part)) {
        drawEdges(viewer, area, *box);
        for (std::size_t side = 0; side < 6; ++side) arrows.push_back(arrowOf(*box, side));
    }
    if (const auto* plane = std::get_if<geometry::Plane>(&clip.part); plane && viewer.shot()) {
        const Vec3d middle = geometry::centreOf(run::extentOf(*viewer.shot()->scene));
        const Vec3d on_plane = middle - plane->normal * dot(middle - plane->point, plane->normal);
        arrows.push_back({on_plane, plane->normal, colour_of_plane, "shown", short_share});
    }
    const auto moved = drag_.act(viewer, area, arrows, used);
    if (moved && moved->begins) begin_ = clip;
    if (!moved || moved->begins || begin_.part.index() != clip.part.index()) return;
    if (const auto* box = std::get_if<geometry::Box>(&begin_.part))
        execute(viewer, "clip " + run::clipText({withSide(*box, moved->arrow, moved->along)}));
    if (const auto* plane = std::get_if<geometry::Plane>(&begin_.part))
        execute(viewer, "clip " + run::clipText({geometry::Plane{plane->point + plane->normal * moved->along,
                                                                 plane->normal}}));
}

}  // namespace talus::viewer

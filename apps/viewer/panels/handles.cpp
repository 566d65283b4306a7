#include "viewer/panels/handles.h"

#include <array>

#include <fmt/format.h>

#include "viewer/commands/commands.h"
#include "viewer/panels/widgets.h"
#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

constexpr std::array<Vec3d, 3> axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr const char* names[] = {"x", "y", "z"};

}  // namespace

ImU32 colourOfAxis(std::size_t axis) {
    // Vermillion, bluish green and blue of Okabe and Ito's colours, safe for the colour-blind.
    constexpr std::array<ImU32, 3> colours{IM_COL32(213, 94, 0, 255), IM_COL32(0, 158, 115, 255),
                                           IM_COL32(0, 114, 178, 255)};
    return colours[axis];
}

void Handles::act(Viewer& viewer, const PictureArea& area, bool& used) {
    const std::string& name = viewer.hands().selected();
    const auto middle = name.empty() ? std::optional<Vec3d>{} : viewer.hands().middleOf(viewer, name);
    std::vector<DragArrow> arrows;
    for (std::size_t k = 0; middle && k < axes.size(); ++k)
        arrows.push_back({*middle, axes[k], colourOfAxis(k), names[k]});
    const auto moved = drag_.act(viewer, area, arrows, used);
    if (moved && moved->begins) begin_ = viewer.hands().displacementOf(name);
    if (moved && !moved->begins) {
        const Vec3d to = begin_ + axes[moved->arrow] * moved->along;
        execute(viewer, fmt::format("move {} {:.6g} {:.6g} {:.6g}", quotedWord(name), to.x, to.y, to.z));
    }
}

}  // namespace talus::viewer

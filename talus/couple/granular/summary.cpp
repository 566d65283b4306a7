#include <algorithm>

#include <fmt/format.h>

#include "talus/couple/granular/estimate.h"
#include "talus/grains/check/summary.h"

/// The lines of `talus check` about grains and ground.
namespace talus::couple::granular {

std::vector<method::Line> summary(const Scene& scene) {
    const Expected expected = expect(scene);
    std::vector<method::Line> lines;
    const auto add = [&](std::vector<method::Line> more) {
        lines.insert(lines.end(), more.begin(), more.end());
    };
    lines.push_back(
        {"grains", fmt::format("{:.0f} {}", expected.grains,
                               couple::hybridIn(scene) ? "at the end, with those that have become ground"
                                                       : "at the end")});
    add(grains::shapeLines(scene));
    if (ground::in(scene).ground) {
        const geometry::Heightfield& surface = *ground::in(scene).ground->surface;
        const geometry::ColumnGrid& grid = surface.grid;
        const auto height = surface.height.view();
        const auto [lowest, highest] = std::minmax_element(height.begin(), height.end());
        lines.push_back({"ground", fmt::format("{} x {} columns, {:g} m apart, {:.6g} to {:.6g} m high",
                                               grid.columns, grid.rows, grid.spacing, *lowest, *highest)});
    }
    add(grains::contactLines(scene, expected));
    return lines;
}

}  // namespace talus::couple::granular

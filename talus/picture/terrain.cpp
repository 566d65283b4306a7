#include "talus/picture/terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::picture {
namespace {

using geometry::ColumnGrid;

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

}  // namespace

Status checkTerrain(const Terrain& terrain, std::size_t index) {
    const ColumnGrid& grid = terrain.grid;
    if (grid.columns < 2 || grid.rows < 2 || !(grid.spacing > 0) || terrain.height.size() != grid.size())
        return input(fmt::format("terrain {}: {} heights for {} x {} columns", index, terrain.height.size(),
                                 grid.columns, grid.rows));
    if (terrain.colour.size() != 1 && terrain.colour.size() != grid.size())
        return input(fmt::format("terrain {}: {} colours for {} columns; give one each, or one for all",
                                 index, terrain.colour.size(), grid.size()));
    if (!terrain.cover.empty() && terrain.cover.size() != grid.size())
        return input(fmt::format("terrain {}: {} covers for {} columns; give one each, or none", index,
                                 terrain.cover.size(), grid.size()));
    for (std::size_t k = 0; k < grid.size(); ++k)
        if (!std::isfinite(terrain.height[k]))
            return input(
                fmt::format("terrain {}: the height of column {}, {} is not a number; the frame is "
                            "damaged or the run diverged",
                            index, k % grid.columns, k / grid.columns));
    const geometry::Box area = areaOf(terrain);
    if (!(area.min.x < area.max.x && area.min.y < area.max.y))
        return input(fmt::format("terrain {}: its cut leaves nothing to draw", index));
    if (!(terrain.grain_radius >= 0 && terrain.contour_interval >= 0 && terrain.variety >= 0 &&
          terrain.variety <= 1 && std::isfinite(terrain.base)))
        return input(
            fmt::format("terrain {}: grain_radius and contour_interval must be >= 0, variety must be 0 to 1, "
                        "and base must be finite",
                        index));
    return success();
}

geometry::Box areaOf(const Terrain& terrain) {
    const ColumnGrid& grid = terrain.grid;
    geometry::Box area{{grid.x(0), grid.y(0), terrain.base},
                       {grid.x(grid.columns - 1), grid.y(grid.rows - 1), terrain.base}};
    if (!terrain.cut) return area;
    area.min.x = std::max(area.min.x, terrain.cut->min.x);
    area.min.y = std::max(area.min.y, terrain.cut->min.y);
    area.max.x = std::min(area.max.x, terrain.cut->max.x);
    area.max.y = std::min(area.max.y, terrain.cut->max.y);
    return area;
}

geometry::Box boundsOf(const Terrain& terrain) {
    geometry::Box box = areaOf(terrain);
    for (const double z : terrain.height) {
        box.min.z = std::min(box.min.z, z);
        box.max.z = std::max(box.max.z, z);
    }
    return box;
}

}  // namespace talus::picture

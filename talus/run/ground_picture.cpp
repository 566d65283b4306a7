#include "talus/run/ground_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/render/appearance.h"
#include "talus/scene/setup.h"

namespace talus::run {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Radius of the grains that the ground seems to be made of; 0: of none.
double grainRadius(const scene::Scene& scene) {
    const scene::Ground& ground = *scene.ground;
    if (ground.grain_radius) return *ground.grain_radius;
    double sum = 0;
    int count = 0;
    const auto take = [&](const std::string& material, double radius) {
        if (material != ground.material) return;
        sum += radius;
        ++count;
    };
    for (const auto& e : scene.emitters) take(e.material, 0.5 * (smallestRadius(e) + largestRadius(e)));
    for (const auto& f : scene.fills) take(f.material, 0.5 * (smallestRadius(f) + largestRadius(f)));
    if (count == 0) {
        for (const auto& i : scene.imports)
            for (const auto& row : *i.grains) take(i.material, row.radius);
        for (const auto& g : scene.placed) take(g.material, g.radius);
    }
    return count > 0 ? sum / count : 0;
}

std::vector<double> slopesOf(const geometry::ColumnGrid& grid, exec::View<const double> heights) {
    std::vector<double> slopes(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const Vec3d n = geometry::columnNormal(grid, heights, i, j);
            slopes[grid.at(i, j)] = std::atan2(std::hypot(n.x, n.y), n.z) / degree;
        }
    return slopes;
}

/// The range of heights, or what the scene asks for.
render::Legend legendOf(const scene::Scene& scene, const std::vector<double>& values, bool slope) {
    const double unit = slope ? degree : 1;
    render::Legend legend = render::legendFor(slope ? "slope" : "height", slope ? "°" : "m", values,
                                              render::ColourMap::Viridis, 1);
    if (scene.render.colour_min) legend.low = *scene.render.colour_min / unit;
    if (scene.render.colour_max) legend.high = *scene.render.colour_max / unit;
    if (!(legend.low < legend.high)) legend.high = legend.low + std::max(1e-12, std::abs(legend.low) * 1e-6);
    return legend;
}

}  // namespace

geometry::Box groundBlock(const scene::Scene& scene) {
    const geometry::Heightfield& start = *scene.ground->surface;
    const geometry::ColumnGrid& grid = start.grid;
    double low = start.height[0], high = low;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        low = std::min(low, start.height[k]);
        high = std::max(high, start.height[k]);
        if (!start.bedrock.empty()) low = std::min(low, start.bedrock[k]);
    }
    const double thickness = 0.05 * std::min(grid.columns - 1, grid.rows - 1) * grid.spacing;
    return {{grid.x(0), grid.y(0), low - thickness}, {grid.x(grid.columns - 1), grid.y(grid.rows - 1), high}};
}

Result<exec::Array<double>> groundHeights(const scene::Scene& scene, const io::ColumnsView& columns) {
    auto heights = io::columnValues(columns, "height");
    if (!heights) return heights.error();
    if (!scene.ground || columns.grid != scene.ground->surface->grid)
        return Error{ErrorKind::Input,
                     "the frames' columns are not those of the scene's ground; was run.toml "
                     "changed after the run?"};
    return heights;
}

void addGround(render::Picture& picture, const scene::Scene& scene, exec::View<const double> heights,
               const GroundLook& look) {
    const scene::Ground& ground = *scene.ground;
    const geometry::ColumnGrid& grid = ground.surface->grid;
    const Vec3d& matter = scene.materials[scene::materialIndex(scene, ground.material)].colour;
    render::Terrain terrain;
    terrain.grid = grid;
    terrain.height = {heights.data(), heights.size()};
    terrain.grain_radius = grainRadius(scene);
    terrain.contour_interval = look.contour_interval;
    terrain.base = groundBlock(scene).min.z;
    for (const double height : terrain.height) terrain.base = std::min(terrain.base, height);
    if (isGroundColour(look.colour)) {
        const bool slope = look.colour == colour_by_slope;
        const std::vector<double> values =
            slope ? slopesOf(grid, heights)
                  : std::vector<double>(heights.data(), heights.data() + heights.size());
        picture.legend = legendOf(scene, values, slope);
        terrain.colour = render::fieldColours(values, *picture.legend);
        terrain.side_colour = render::Colour{0.62f, 0.61f, 0.60f};
        terrain.grain_radius = 0;  // light and dark of single grains would be read as values
    } else {
        terrain.colour = {
            {static_cast<float>(matter.x), static_cast<float>(matter.y), static_cast<float>(matter.z)}};
    }
    picture.terrains.push_back(std::move(terrain));
}

}  // namespace talus::run

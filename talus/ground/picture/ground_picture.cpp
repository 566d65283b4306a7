#include "talus/ground/picture/ground_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/ground/report/frames.h"
#include "talus/ground/scene.h"
#include "talus/method/land/land_heights.h"
#include "talus/method/shown/legend.h"
#include "talus/picture/appearance.h"

namespace talus::ground {

using method::Scene;

namespace {

constexpr double degree = std::numbers::pi / 180;

/// Gives columns that hold grains that became ground the colour of these grains. If the ground itself is not
/// drawn as grains, it also gets their texture. The share grows with the height of the layer, and is 1 from
/// one and a half grains on.
void coverWithStored(picture::Terrain& terrain, const Scene& scene, const state::ColumnsView& columns,
                     const ShownGrains& grains) {
    constexpr double packing = 0.6, layer = 3;  // of radii
    const std::size_t count = terrain.grid.size();
    const picture::Colour own = terrain.colour.front();
    std::vector<float> stored(count);
    double radius = 0;
    for (const environment::Material& material : scene.environment.materials) {
        const state::ArrayView* mass = columns.find(storedField(material.name));
        if (mass == nullptr || mass->components != 1) continue;
        const double own_radius = grains.radius(material.name);
        const double r = own_radius > 0 ? own_radius : terrain.grain_radius;
        if (!(r > 0) || !(material.density > 0)) continue;
        radius = std::max(radius, r);
        if (terrain.colour.size() == 1) terrain.colour.assign(count, own);
        const picture::Colour colour = picture::colourOf(material.colour);
        for (std::size_t k = 0; k < count; ++k) {
            const double height = mass->value(k) / (material.density * packing * terrain.grid.area());
            if (!(height > 0)) continue;
            const auto share = static_cast<float>(std::min(1.0, height / (layer * r)));
            stored[k] = std::min(1.0f, stored[k] + share);
            picture::Colour& c = terrain.colour[k];
            c = {c.r + share * (colour.r - c.r), c.g + share * (colour.g - c.g),
                 c.b + share * (colour.b - c.b)};
        }
    }
    if (terrain.grain_radius > 0 || radius == 0) return;
    terrain.grain_radius = radius;
    terrain.cover = std::move(stored);
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

/// What colours show, one value for each column.
std::vector<double> shownValues(const Ground& ground, exec::View<const double> heights,
                                const std::string& colour) {
    if (colour == colour_by_slope) return slopesOf(ground.surface->grid, heights);
    std::vector<double> values(heights.data(), heights.data() + heights.size());
    if (colour == colour_by_change)
        for (std::size_t k = 0; k < values.size(); ++k) values[k] -= ground.surface->height[k];
    return values;
}

}  // namespace

geometry::Box groundBlock(const Ground& ground, double depth) {
    const geometry::Heightfield& start = *ground.surface;
    const geometry::ColumnGrid& grid = start.grid;
    double low = start.height[0], high = low;
    for (std::size_t k = 0; k < grid.size(); ++k) {
        low = std::min(low, start.height[k]);
        high = std::max(high, start.height[k]);
        if (!start.bedrock.empty()) low = std::min(low, start.bedrock[k]);
    }
    low -= depth;
    const double thickness = 0.05 * std::min(grid.columns - 1, grid.rows - 1) * grid.spacing;
    return {{grid.x(0), grid.y(0), low - thickness}, {grid.x(grid.columns - 1), grid.y(grid.rows - 1), high}};
}

void addGround(picture::Picture& picture, const Scene& scene, exec::View<const double> heights,
               const method::PictureStyle& look, const state::ColumnsView& columns,
               const ShownGrains& grains) {
    const Ground& ground = *in(scene).ground;
    const geometry::ColumnGrid& grid = ground.surface->grid;
    picture::Terrain terrain;
    terrain.name = "ground";
    terrain.grid = grid;
    terrain.height = {heights.data(), heights.size()};
    terrain.grain_radius = ground.grain_radius.value_or(grains.radius(ground.material));
    terrain.contour_interval = look.contours;
    terrain.base = groundBlock(ground, grains.depth).min.z;
    for (const double height : terrain.height) terrain.base = std::min(terrain.base, height);
    if (isGroundColour(look.colour)) {
        const bool slope = look.colour == colour_by_slope;
        const std::vector<double> values = shownValues(ground, heights, look.colour);
        picture.legend =
            method::legendOf(scene, look, look.colour, slope ? "°" : "m", values, 1, slope ? degree : 1);
        terrain.colour = picture::fieldColours(values, *picture.legend);
        terrain.side_colour = picture::Colour{0.62f, 0.61f, 0.60f};
        terrain.grain_radius = 0;  // light and dark of single grains would be read as values
    } else {
        terrain.colour = {picture::colourOf(
            scene.environment.materials[environment::materialIndex(scene.environment, ground.material)]
                .colour)};
        coverWithStored(terrain, scene, columns, grains);
    }
    picture.terrains.push_back(std::move(terrain));
}

Status draw(const Scene& scene, method::Drawing& drawing, const ShownGrains& grains) {
    const auto& ground = in(scene).ground;
    if (!ground || !ground->visible) return success();
    const auto* shown = drawing.find<state::ColumnsView>("ground");
    if (shown == nullptr) {
        addGround(drawing.picture, scene, ground->surface->height.view(), drawing.style, {}, grains);
        return success();
    }
    auto heights = method::heightsOf({.set = "ground", .start = ground->surface}, *shown);
    if (!heights) return heights.error();
    auto kept = std::make_shared<exec::Array<double>>(std::move(*heights));
    drawing.keep.push_back(kept);
    addGround(drawing.picture, scene, std::as_const(*kept).view(), drawing.style, *shown, grains);
    return success();
}

}  // namespace talus::ground

#include "talus/render/terrain_mesh.h"

#include <algorithm>
#include <cmath>

namespace talus::render {
namespace {

using geometry::ColumnGrid;

constexpr std::uint32_t tile = 64;    ///< columns along the side of a tile
constexpr double cell_pixels = 1.25;  ///< minimum side of a cell in pixels, where columns are finer
/// Side of a cell that holds one grain, in mean radii. Grains are moved at random by up to 0.3 of a cell.
/// Chosen by eye, such that no gaps are visible between them.
constexpr double cell_of_radius = 1.55;

class Builder {
  public:
    Builder(const picture::Terrain& terrain, const Focus& focus, TerrainData& data)
        : terrain_(terrain), grid_(terrain.grid), area_(areaOf(terrain)), focus_(focus), data_(data) {}

    void addTile(std::uint32_t i0, std::uint32_t j0, std::uint32_t stride) {
        const std::vector<std::uint32_t> is = indices(i0, grid_.columns, stride),
                                         js = indices(j0, grid_.rows, stride);
        const auto first = static_cast<std::uint32_t>(data_.corner.size());
        const auto width = static_cast<std::uint32_t>(is.size()),
                   depth = static_cast<std::uint32_t>(js.size());
        for (const std::uint32_t j : js)
            for (const std::uint32_t i : is) addCorner(i, j, stride, 0);
        for (std::uint32_t b = 0; b + 1 < depth; ++b)
            for (std::uint32_t a = 0; a + 1 < width; ++a) {
                const std::uint32_t p = first + b * width + a, q = p + width;
                data_.index.insert(data_.index.end(), {p, p + 1, q + 1, p, q + 1, q});
            }
        if (stride > 1) addSkirt(is, js, first, stride);
    }

    /// Adds the four sides, from the edge of the surface down to the base.
    void addSides() {
        const std::uint32_t last_i = grid_.columns - 1, last_j = grid_.rows - 1;
        const auto along_x = [](std::uint32_t j) { return [j](std::uint32_t k) { return std::pair{k, j}; }; };
        const auto along_y = [](std::uint32_t i) { return [i](std::uint32_t k) { return std::pair{i, k}; }; };
        addSide(grid_.columns, {0, -1, 0}, along_x(0));
        addSide(grid_.columns, {0, 1, 0}, along_x(last_j));
        addSide(grid_.rows, {-1, 0, 0}, along_y(0));
        addSide(grid_.rows, {1, 0, 0}, along_y(last_i));
    }

  private:
    /// Every stride-th column from `from` to the first column of the next tile, which is included; or to the
    /// last column of the grid.
    static std::vector<std::uint32_t> indices(std::uint32_t from, std::uint32_t count, std::uint32_t stride) {
        const std::uint32_t last = std::min(from + tile, count - 1);
        std::vector<std::uint32_t> found;
        for (std::uint32_t k = from; k < last; k += stride) found.push_back(k);
        found.push_back(last);
        return found;
    }

    double height(std::uint32_t i, std::uint32_t j) const { return terrain_.height[grid_.at(i, j)]; }

    /// The top of a column as drawn. Columns beyond a cut are moved onto the cut, so that triangles end
    /// there.
    Vec3d position(std::uint32_t i, std::uint32_t j) const {
        const double x = std::clamp(grid_.x(i), area_.min.x, area_.max.x),
                     y = std::clamp(grid_.y(j), area_.min.y, area_.max.y);
        if (x == grid_.x(i) && y == grid_.y(j)) return {x, y, height(i, j)};
        const exec::View<const double> heights(terrain_.height.data(), terrain_.height.size());
        return {x, y, geometry::surfaceAt(grid_, heights, x, y)->height};
    }

    Vec3d normal(std::uint32_t i, std::uint32_t j, std::uint32_t stride) const {
        const auto less = [&](std::uint32_t k) { return k < stride ? 0 : k - stride; };
        const std::uint32_t i0 = less(i), i1 = std::min(i + stride, grid_.columns - 1);
        const std::uint32_t j0 = less(j), j1 = std::min(j + stride, grid_.rows - 1);
        return normalized(Vec3d{-(height(i1, j) - height(i0, j)) / ((i1 - i0) * grid_.spacing),
                                -(height(i, j1) - height(i, j0)) / ((j1 - j0) * grid_.spacing), 1});
    }

    const picture::Colour& colour(std::uint32_t i, std::uint32_t j) const {
        return terrain_.colour[terrain_.colour.size() == 1 ? 0 : grid_.at(i, j)];
    }

    void push(std::uint32_t i, std::uint32_t j, MeshCorner corner) {
        if (!terrain_.cover.empty()) corner.cover = terrain_.cover[grid_.at(i, j)];
        data_.corner.push_back(corner);
    }

    void addCorner(std::uint32_t i, std::uint32_t j, std::uint32_t stride, double lowered) {
        push(i, j,
             meshCorner(focus_.toShaderUnits(position(i, j) - Vec3d{0, 0, lowered}), normal(i, j, stride),
                        colour(i, j)));
    }

    /// Adds a skirt: a strip that hangs down from the edge of a tile.
    void addSkirt(const std::vector<std::uint32_t>& is, const std::vector<std::uint32_t>& js,
                  std::uint32_t first, std::uint32_t stride) {
        const auto width = static_cast<std::uint32_t>(is.size()),
                   depth = static_cast<std::uint32_t>(js.size());
        std::vector<std::pair<std::uint32_t, std::uint32_t>> edge;  // around the tile, counter-clockwise
        for (std::uint32_t a = 0; a + 1 < width; ++a) edge.emplace_back(a, 0);
        for (std::uint32_t b = 0; b + 1 < depth; ++b) edge.emplace_back(width - 1, b);
        for (std::uint32_t a = width - 1; a > 0; --a) edge.emplace_back(a, depth - 1);
        for (std::uint32_t b = depth - 1; b > 0; --b) edge.emplace_back(0, b);
        const auto below = static_cast<std::uint32_t>(data_.corner.size());
        for (const auto& [a, b] : edge) addCorner(is[a], js[b], stride, 1.5 * stride * grid_.spacing);
        for (std::uint32_t k = 0; k < edge.size(); ++k) {
            const std::uint32_t n = (k + 1) % static_cast<std::uint32_t>(edge.size());
            const std::uint32_t p = first + edge[k].second * width + edge[k].first,
                                q = first + edge[n].second * width + edge[n].first;
            data_.index.insert(data_.index.end(), {p, below + k, below + n, p, below + n, q});
        }
    }

    template <class Column>
    void addSide(std::uint32_t count, const Vec3d& outwards, Column column) {
        const auto first = static_cast<std::uint32_t>(data_.corner.size());
        for (std::uint32_t k = 0; k < count; ++k) {
            const auto [i, j] = column(k);
            const Vec3d top = position(i, j);
            const double base = std::min(terrain_.base, top.z);
            // terrain_vertex raises the surface by the same height.
            for (const double z : {top.z + 0.3 * terrain_.grain_radius, base})
                push(i, j,
                     meshCorner(focus_.toShaderUnits({top.x, top.y, z}), outwards,
                                terrain_.side_colour.value_or(colour(i, j))));
            if (k == 0) continue;
            const std::uint32_t p = first + 2 * (k - 1);
            data_.index.insert(data_.index.end(), {p, p + 1, p + 3, p, p + 3, p + 2});
        }
    }

    const picture::Terrain& terrain_;
    const ColumnGrid& grid_;
    const geometry::Box area_;
    const Focus& focus_;
    TerrainData& data_;
};

/// The box around a tile, in shader units.
geometry::Box boxOf(const picture::Terrain& terrain, std::uint32_t i0, std::uint32_t j0, const Focus& focus) {
    const ColumnGrid& grid = terrain.grid;
    const std::uint32_t i1 = std::min(i0 + tile, grid.columns - 1), j1 = std::min(j0 + tile, grid.rows - 1);
    double low = terrain.height[grid.at(i0, j0)], high = low;
    for (std::uint32_t j = j0; j <= j1; ++j)
        for (std::uint32_t i = i0; i <= i1; ++i) {
            low = std::min(low, terrain.height[grid.at(i, j)]);
            high = std::max(high, terrain.height[grid.at(i, j)]);
        }
    return {focus.toShaderUnits({grid.x(i0), grid.y(j0), low}),
            focus.toShaderUnits({grid.x(i1), grid.y(j1), high})};
}

double distanceTo(const geometry::Box& box, const Vec3d& p) {
    return length(p - Vec3d{std::clamp(p.x, box.min.x, box.max.x), std::clamp(p.y, box.min.y, box.max.y),
                            std::clamp(p.z, box.min.z, box.max.z)});
}

/// Whether the ball around a box lies completely beyond one of the sides of the picture.
bool isOutsidePicture(const geometry::Box& box, const Viewpoint& viewpoint) {
    if (viewpoint.right == 0) return false;
    const Vec3d centre = 0.5 * (box.min + box.max) - viewpoint.eye;
    const double radius = 0.5 * length(box.max - box.min);
    const double ahead = dot(centre, viewpoint.axes.forward);
    const auto beyond = [&](double aside, double slope) {
        return (std::abs(aside) - slope * ahead) / std::sqrt(1 + slope * slope) > radius;
    };
    return ahead < -radius || beyond(dot(centre, viewpoint.axes.right), viewpoint.right) ||
           beyond(dot(centre, viewpoint.axes.up), viewpoint.up);
}

}  // namespace

Viewpoint viewpointOf(const picture::Picture& picture, const Focus& focus, const DrawSize& size) {
    const picture::Camera& camera = picture.camera;
    const double up = std::tan(0.5 * camera.fov);
    return {focus.toShaderUnits(camera.position), 2 * up / size.height, axesOf(camera),
            up * size.width / size.height, up};
}

TerrainData terrainData(const picture::Terrain& terrain, const Focus& focus, const Viewpoint& viewpoint) {
    constexpr double unseen_pixels = 10;  // side of a cell that only casts shadows
    TerrainData data;
    Builder builder(terrain, focus, data);
    const double spacing = terrain.grid.spacing / focus.radius;
    for (std::uint32_t j = 0; j + 1 < terrain.grid.rows; j += tile)
        for (std::uint32_t i = 0; i + 1 < terrain.grid.columns; i += tile) {
            const geometry::Box box = boxOf(terrain, i, j, focus);
            const double shown = (isOutsidePicture(box, viewpoint) ? unseen_pixels : cell_pixels) *
                                 viewpoint.pixel * distanceTo(box, viewpoint.eye);
            std::uint32_t stride = 1;
            while (stride < tile && 2 * stride * spacing <= shown) stride *= 2;
            builder.addTile(i, j, stride);
        }
    builder.addSides();

    const double cell = cell_of_radius * terrain.grain_radius;
    data.grain = {float(terrain.grain_radius / focus.radius), float(cell / focus.radius), terrain.variety, 0};
    const double origin[3] = {focus.origin.x, focus.origin.y, focus.origin.z};
    for (std::size_t axis = 0; axis < 3 && cell > 0; ++axis) {
        const double number = std::floor(origin[axis] / cell);
        data.cell_part[axis] = float(origin[axis] / cell - number);
        data.first_cell[axis] = int(std::fmod(number, 1 << 30));
    }
    if (terrain.contour_interval > 0) {
        const double at = focus.origin.z / terrain.contour_interval;
        data.contours = {float(focus.radius / terrain.contour_interval), float(at - 10 * std::floor(at / 10)),
                         0, 0};
    }
    return data;
}

}  // namespace talus::render

#include "talus/volume/block_shares.h"

#include <algorithm>
#include <cmath>

namespace talus::volume {
namespace {

using geometry::BlockGrid;
using geometry::CellAt;

/// Sample points, or lines, along each axis of a cell.
constexpr std::size_t parts = 4;

/// Share of a cell below a height.
double below(double height, double bottom, double cell) {
    return std::clamp((height - bottom) / cell, 0.0, 1.0);
}

/// 1 if a block is wholly below a surface, 0 if it is wholly above it, else nothing. A margin of half a cell
/// allows for round-off.
std::optional<double> whollyBelow(double low, double high, const geometry::Box& box, double cell) {
    if (box.max.z + 0.5 * cell <= low) return 1.0;
    if (box.min.z - 0.5 * cell >= high) return 0.0;
    return std::nullopt;
}

bool overlap(const geometry::Box& a, const geometry::Box& b) {
    return a.min.x < b.max.x && a.min.y < b.max.y && a.min.z < b.max.z && b.min.x < a.max.x &&
           b.min.y < a.max.y && b.min.z < a.max.z;
}

/// A body that contains all points within the distance `by` of a body, and some more.
Shape enlargedBy(Shape shape, double by) {
    const Vec3d all{by, by, by};
    shape.radius += by;
    shape.box = {shape.box.min - all, shape.box.max + all};
    shape.centre -= shape.shape == environment::Region::Shape::Cylinder ? axesOf(shape).along * by : Vec3d{};
    shape.height += 2 * by;
    return shape;
}

}  // namespace

void Shares::spread() {
    if (all) each.fill(*all);
    all.reset();
}

void Shares::add(const Shares& other) {
    if (other.all == 0 || all == 1) return;
    if (other.all == 1 || all == 0) {
        *this = other;
        return;
    }
    spread();
    for (std::size_t n = 0; n < each.size(); ++n)
        each[n] = std::max(each[n], other.all ? *other.all : other.each[n]);
}

void Shares::remove(const Shares& other) {
    if (other.all == 0 || all == 0) return;
    spread();
    for (std::size_t n = 0; n < each.size(); ++n)
        each[n] = std::min(each[n], 1 - (other.all ? *other.all : other.each[n]));
}

Shares belowLevel(const BlockGrid& grid, double level, const Block& block) {
    Shares shares{.all = whollyBelow(level, level, block.box, grid.cell)};
    if (!shares.all)
        forCells(block.first, [&](const CellAt& c, std::size_t n) {
            shares.each[n] = below(level, cornerOf(grid, c).z, grid.cell);
        });
    return shares;
}

HeightRange heightsIn(const geometry::Heightfield& field, const geometry::Box& box) {
    const geometry::ColumnGrid& grid = field.grid;
    const auto cellOf = [&](double x, double from, std::uint32_t count) {
        return static_cast<std::uint32_t>(std::clamp((x - from) / grid.spacing, 0.0, count - 1.0));
    };
    HeightRange range;
    // One more column on either side, for round-off.
    const geometry::ColumnRange within = geometry::grown(
        {cellOf(box.min.x, grid.origin_x, grid.columns), cellOf(box.max.x, grid.origin_x, grid.columns) + 1,
         cellOf(box.min.y, grid.origin_y, grid.rows), cellOf(box.max.y, grid.origin_y, grid.rows) + 1},
        2, grid);
    for (std::uint32_t j = within.first_j; j < within.last_j; ++j)
        for (std::uint32_t i = within.first_i; i < within.last_i; ++i) {
            const double height = field.height[grid.at(i, j)];
            range.low = std::min(range.low, height);
            range.high = std::max(range.high, height);
        }
    if (!(box.min.x >= grid.x(0) && box.min.y >= grid.y(0) && box.max.x <= grid.x(grid.columns - 1) &&
          box.max.y <= grid.y(grid.rows - 1)))
        range.low = -std::numeric_limits<double>::infinity();
    return range;
}

Shares belowHeights(const BlockGrid& grid, const geometry::Heightfield& field, const HeightRange& range,
                    const Block& block) {
    Shares shares{.all = whollyBelow(range.low, range.high, block.box, grid.cell)};
    if (shares.all) return shares;
    // The heights are the same for all cells of a column.
    constexpr std::size_t along = BlockGrid::side * parts;
    std::array<double, along * along> height;
    constexpr double none = -std::numeric_limits<double>::infinity();
    for (std::size_t v = 0; v < along; ++v)
        for (std::size_t u = 0; u < along; ++u) {
            const Vec3d corner = cornerOf(grid, {block.first.i + static_cast<std::int64_t>(u / parts),
                                                 block.first.j + static_cast<std::int64_t>(v / parts), 0});
            const auto surface = geometry::surfaceAt(
                field.grid, field.height.view(), corner.x + (double(u % parts) + 0.5) / parts * grid.cell,
                corner.y + (double(v % parts) + 0.5) / parts * grid.cell);
            height[v * along + u] = surface ? surface->height : none;
        }
    forCells(block.first, [&](const CellAt& c, std::size_t n) {
        const double bottom = cornerOf(grid, c).z;
        const std::size_t at = (n / 8 % 8) * parts * along + n % 8 * parts;
        double sum = 0;
        for (std::size_t v = 0; v < parts; ++v)
            for (std::size_t u = 0; u < parts; ++u)
                sum += below(height[at + v * along + u], bottom, grid.cell);
        shares.each[n] = sum / (parts * parts);
    });
    return shares;
}

Body::Body(const BlockGrid& grid, const Shape& shape)
    : grid_(grid),
      shape_(&shape),
      larger_(enlargedBy(shape, std::sqrt(3.0) / 2 * BlockGrid::side * grid.cell)),
      bounds_(boundsOf(shape)),
      cover_(grid, shape.mesh.get()) {}

std::optional<double> Body::whole(const geometry::Box& box) const {
    if (!overlap(bounds_, box)) return 0.0;
    if (shape_->isMesh()) return cover_.whole(box);
    if (!contains(larger_, centreOf(box))) return 0.0;
    // All bodies but meshes are convex.
    bool in = true;
    for (int c = 0; c < 8 && in; ++c)
        in = contains(*shape_, {c & 1 ? box.max.x : box.min.x, c & 2 ? box.max.y : box.min.y,
                                c & 4 ? box.max.z : box.min.z});
    return in ? std::optional(1.0) : std::nullopt;
}

Shares Body::sharesIn(const Block& block) const {
    Shares shares{.all = whole(block.box)};
    if (shares.all) return shares;
    if (shape_->isMesh())
        cover_.fill(block.first, shares.each);
    else
        forCells(block.first, [&](const CellAt& c, std::size_t n) {
            const Vec3d corner = cornerOf(grid_, c);
            int in = 0;
            for (std::size_t w = 0; w < parts; ++w)
                for (std::size_t v = 0; v < parts; ++v)
                    for (std::size_t u = 0; u < parts; ++u)
                        in += contains(*shape_,
                                       corner + Vec3d{double(u) + 0.5, double(v) + 0.5, double(w) + 0.5} *
                                                    (grid_.cell / parts));
            shares.each[n] = double(in) / (parts * parts * parts);
        });
    return shares;
}

}  // namespace talus::volume

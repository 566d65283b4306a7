#include "talus/geometry/volume/volume_surface.h"

#include "talus/exec/for_each.h"
#include "talus/geometry/closest_point.h"
#include "talus/geometry/liquid_surface/cube_table.h"

namespace talus::geometry {
namespace {

/// The smallest distance of a point from the ends of its edge, as a fraction of the edge; so no triangle has
/// zero area.
constexpr double off_node = 1.0 / 64;
constexpr std::size_t blocks_at_once = 4;

/// The fractions in the 10^3 cells of a block and of one layer around it.
class Around {
  public:
    Around(const VolumeCells& cells, const CellAt& first) {
        std::size_t next = 0;
        for (std::int64_t z = -1; z <= 8; ++z)
            for (std::int64_t y = -1; y <= 8; ++y)
                for (std::int64_t x = -1; x <= 8; ++x)
                    // At most 1: otherwise, at the border of the grid, round-off in four full cells of eight
                    // would make the mean larger than one half, and the surface would be open there.
                    filled_[next++] = std::min(cells.filled({first.i + x, first.j + y, first.k + z}), 1.0);
    }
    /// The value at a node of the block, 0 to 8 along each side: the mean of the eight cells around it.
    double operator()(std::size_t x, std::size_t y, std::size_t z) const {
        double sum = 0;
        for (std::size_t c = 0; c < 8; ++c)
            sum += filled_[((z + (c >> 2)) * 10 + y + (c >> 1 & 1)) * 10 + x + (c & 1)];
        return 0.125 * sum;
    }

  private:
    std::array<double, 1000> filled_;
};

/// Where a block and all blocks around it are empty or all are full, it has no surface: whether they are
/// full.
std::optional<bool> sameAround(const VolumeCells& cells, const CellAt& at) {
    std::optional<bool> all;
    for (std::int64_t z = -8; z <= 8; z += 8)
        for (std::int64_t y = -8; y <= 8; y += 8)
            for (std::int64_t x = -8; x <= 8; x += 8) {
                const CellAt c{at.i + x, at.j + y, at.k + z};
                const std::uint32_t slot = has(cells.grid, c) ? cells.slot[blockOf(cells.grid, c)] : 0;
                if (slot >= VolumeCells::first || (all && *all != (slot == VolumeCells::full)))
                    return std::nullopt;
                all = slot == VolumeCells::full;
            }
    return all;
}

/// Positive where a, b, c are counter-clockwise seen from p.
double sideOf(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& p) {
    return dot(cross(b - a, c - a), p - a);
}

/// Whether the segment from p to q crosses a triangle.
bool crosses(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    if ((sideOf(a, b, c, p) > 0) == (sideOf(a, b, c, q) > 0)) return false;
    const bool ab = sideOf(p, q, a, b) > 0, bc = sideOf(p, q, b, c) > 0, ca = sideOf(p, q, c, a) > 0;
    return ab == bc && bc == ca;
}

}  // namespace

void VolumeSurface::make(const VolumeCells& cells, std::size_t b) {
    const CellAt at = firstCell(grid_, b);
    blocks_[b].reset();
    if (const auto same = sameAround(cells, at)) {
        full_[b] = *same;
        return;
    }
    const Around value(cells, at);
    auto block = std::make_unique<Block>();
    std::array<double, nodes_along * nodes_along * nodes_along> nodes;
    for (std::size_t z = 0; z < nodes_along; ++z)
        for (std::size_t y = 0; y < nodes_along; ++y)
            for (std::size_t x = 0; x < nodes_along; ++x) {
                const std::size_t n = node(x, y, z);
                nodes[n] = value(x, y, z);
                block->inside[n] = nodes[n] > 0.5;
            }
    if (block->inside.all() || block->inside.none()) {
        full_[b] = block->inside.all();
        return;
    }
    constexpr std::uint16_t none = 0xffff;
    std::array<std::uint16_t, 3 * nodes_along * nodes_along * nodes_along> point_on;
    point_on.fill(none);
    const auto pointOn = [&](std::size_t x, std::size_t y, std::size_t z, std::size_t axis) {
        const std::size_t n = node(x, y, z);
        std::uint16_t& point = point_on[3 * n + axis];
        if (point != none) return point;
        const std::size_t end = node(x + (axis == 0), y + (axis == 1), z + (axis == 2));
        const double along = std::clamp((0.5 - nodes[n]) / (nodes[end] - nodes[n]), off_node, 1 - off_node);
        const auto on = [&](std::int64_t from, std::size_t index, std::size_t own) {
            return static_cast<double>(from + static_cast<std::int64_t>(index)) + (axis == own ? along : 0);
        };
        point = static_cast<std::uint16_t>(block->points.size());
        block->points.push_back(grid_.corner +
                                Vec3d{on(at.i, x, 0), on(at.j, y, 1), on(at.k, z, 2)} * grid_.cell);
        block->edge.push_back(static_cast<std::uint16_t>(3 * n + axis));
        return point;
    };
    std::size_t cell = 0;
    for (std::size_t z = 0; z < 8; ++z)
        for (std::size_t y = 0; y < 8; ++y)
            for (std::size_t x = 0; x < 8; ++x, ++cell) {
                block->first[cell] = static_cast<std::uint16_t>(block->triangles.size());
                std::size_t corners = 0;
                for (std::size_t c = 0; c < 8; ++c)
                    corners |= std::size_t{block->inside[node(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))]}
                               << c;
                const CubeCase& cube = cubeCases()[corners];
                for (std::size_t t = 0; t < cube.count; ++t) {
                    std::array<std::uint16_t, 3> triangle{};
                    for (std::size_t k = 0; k < 3; ++k) {
                        const CubeEdge edge = cubeEdges()[cube.triangles[t][k]];
                        triangle[k] = pointOn(x + (edge.from & 1u), y + (edge.from >> 1 & 1u),
                                              z + (edge.from >> 2u), edge.axis);
                    }
                    block->triangles.push_back(triangle);
                }
            }
    block->first[cell] = static_cast<std::uint16_t>(block->triangles.size());
    blocks_[b] = std::move(block);
}

void VolumeSurface::update(const exec::Exec& exec, const VolumeCells& cells,
                           exec::View<const std::uint32_t> changes) {
    const std::size_t count = cells.grid.size();
    const bool anew = !(grid_ == cells.grid) || known_.size() != count;
    if (anew) {
        grid_ = cells.grid;
        known_.assign(count, 0);
        blocks_.clear();
        blocks_.resize(count);
        full_.assign(count, 0);
    }
    // A cell influences nodes of all blocks around its own.
    std::vector<std::uint8_t> stale(count, anew);
    bool any = anew;
    for (std::size_t b = 0; b < count; ++b) {
        if (!anew && changes[b] == known_[b]) continue;
        known_[b] = changes[b];
        any = true;
        if (anew) continue;
        const CellAt at = firstCell(grid_, b);
        for (std::int64_t z = -8; z <= 8; z += 8)
            for (std::int64_t y = -8; y <= 8; y += 8)
                for (std::int64_t x = -8; x <= 8; x += 8)
                    if (const CellAt c{at.i + x, at.j + y, at.k + z}; has(grid_, c))
                        stale[blockOf(grid_, c)] = 1;
    }
    if (!any) return;
    exec::for_each(
        exec, count,
        [&](std::size_t b) {
            if (stale[b]) make(cells, b);
        },
        blocks_at_once);
    triangles_ = 0;
    for (const auto& block : blocks_)
        if (block) {
            block->number = triangles_;
            triangles_ += block->triangles.size();
        }
}

VolumeSurface::Span VolumeSurface::spanOf(const Box& box) const {
    const auto along = [&](double x, double from, std::size_t axis, bool end) {
        const double at = std::floor((x - from) / grid_.cell);
        const auto last_cell = static_cast<double>(grid_.cellsAlong(axis) - 1);
        // For a box outside of the grid the first index is larger than the last; also for one that is not a
        // number, as damaged states have, for which both comparisons are false.
        if (end) return static_cast<std::int64_t>(at >= -1 ? std::min(at, last_cell) : -1.0);
        return static_cast<std::int64_t>(at <= last_cell + 1 ? std::max(at, 0.0) : last_cell + 1);
    };
    const Vec3d& c = grid_.corner;
    return {
        {along(box.min.x, c.x, 0, false), along(box.min.y, c.y, 1, false), along(box.min.z, c.z, 2, false)},
        {along(box.max.x, c.x, 0, true), along(box.max.y, c.y, 1, true), along(box.max.z, c.z, 2, true)}};
}

bool VolumeSurface::anyIn(const Box& box) const {
    bool any = false;
    forBlocksIn(spanOf(box), [&](const Block&, const CellAt&) { any = true; });
    return any;
}

/// Whether a position is inside, found from one corner of its cell: whether that is inside, and how many
/// triangles the segment to it crosses. The segment stays in the cell.
bool VolumeSurface::parityAt(const Block& block, const CellAt& cell, const Vec3d& p, unsigned corner) const {
    const CellAt n{cell.i + (corner & 1), cell.j + (corner >> 1 & 1), cell.k + (corner >> 2)};
    const Vec3d q = cornerOf(grid_, n);
    const std::size_t c = inBlock(cell);
    bool is = block.inside[node(static_cast<std::size_t>((cell.i & 7) + (corner & 1)),
                                static_cast<std::size_t>((cell.j & 7) + (corner >> 1 & 1)),
                                static_cast<std::size_t>((cell.k & 7) + (corner >> 2)))];
    for (std::size_t t = block.first[c]; t < block.first[c + 1]; ++t) {
        const Triangle triangle = triangleOf(block, t);
        is ^= crosses(p, q, triangle.a, triangle.b, triangle.c);
    }
    return is;
}

bool VolumeSurface::inside(const Vec3d& p) const {
    const Box box = grid_.bounds();
    if (!(p.x > box.min.x && p.y > box.min.y && p.z > box.min.z && p.x < box.max.x && p.y < box.max.y &&
          p.z < box.max.z))
        return false;
    const CellAt cell = cellAt(grid_, p);
    if (!has(grid_, cell)) return false;
    const std::size_t b = blockOf(grid_, cell);
    if (!blocks_[b]) return full_[b] != 0;
    // A segment through a side of a triangle may be counted wrongly, so the majority of the eight corners
    // decides.
    int votes = 0;
    for (unsigned corner = 0; corner < 8; ++corner) votes += parityAt(*blocks_[b], cell, p, corner) ? 1 : -1;
    return votes > 0;
}

std::optional<VolumeSurface::Nearest> VolumeSurface::nearest(const Vec3d& p, double reach) const {
    std::optional<Nearest> found;
    const Vec3d r{reach, reach, reach};
    forTrianglesIn({p - r, p + r}, [&](const Triangle& t) {
        const ClosestPoint at = closestOnTriangle(t.a, t.b, t.c, p);
        const double distance = length(p - at.point);
        if (distance <= reach && (!found || distance < found->distance))
            found = {at.point, at.normal, distance};
    });
    return found;
}

Mesh VolumeSurface::mesh() const {
    // Neighbouring blocks have the same points on edges that they share. They are merged by the index of
    // their edge.
    struct Key {
        std::uint64_t edge;
        std::uint32_t point;
    };
    std::vector<Key> keys;
    Mesh mesh;
    std::vector<Vec3d> all;
    const auto across = static_cast<std::uint64_t>(grid_.cellsAlong(0) + 1),
               along = static_cast<std::uint64_t>(grid_.cellsAlong(1) + 1);
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
        if (!blocks_[b]) continue;
        const Block& block = *blocks_[b];
        const CellAt at = firstCell(grid_, b);
        const auto first = static_cast<std::uint32_t>(all.size());
        for (std::size_t p = 0; p < block.points.size(); ++p) {
            const std::size_t n = block.edge[p] / 3, x = n % nodes_along, y = n / nodes_along % nodes_along,
                              z = n / (nodes_along * nodes_along);
            const auto part = [](std::int64_t from, std::size_t i) {
                return static_cast<std::uint64_t>(from) + i;
            };
            keys.push_back(
                {3 * ((part(at.k, z) * along + part(at.j, y)) * across + part(at.i, x)) + block.edge[p] % 3,
                 static_cast<std::uint32_t>(all.size())});
            all.push_back(block.points[p]);
        }
        for (const auto& t : block.triangles)
            mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
    std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
        return a.edge != b.edge ? a.edge < b.edge : a.point < b.point;
    });
    std::vector<std::uint32_t> row(all.size());
    for (std::size_t k = 0; k < keys.size(); ++k) {
        if (k == 0 || keys[k].edge != keys[k - 1].edge) mesh.points.push_back(all[keys[k].point]);
        row[keys[k].point] = static_cast<std::uint32_t>(mesh.points.size() - 1);
    }
    for (auto& t : mesh.triangles)
        for (std::uint32_t& corner : t) corner = row[corner];
    return mesh;
}

}  // namespace talus::geometry

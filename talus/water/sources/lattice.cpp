#include "talus/water/sources/lattice.h"

#include <algorithm>
#include <cmath>

#include "talus/water/sources/lake.h"

namespace talus::water {
namespace {

/// Tolerance for round-off of corners in decimals, as a share of the spacing: it must not cost a layer.
constexpr double slack = 1e-6;

}  // namespace

std::size_t Lattice::columnOf(const Vec3d& p) const {
    return column(std::llround((p.x - first.x) / across), std::llround((p.y - first.y) / across));
}

Lattice Lattice::grownBy(std::int64_t positions) const {
    Lattice grown = *this;
    grown.first = at(-positions, -positions, -positions);
    for (std::int64_t& n : grown.count) n += 2 * positions;
    return grown;
}

Lattice latticeOf(const Block& block, double spacing, double thinned) {
    const geometry::Box box = boundsOf(block);
    Lattice lattice{.first = {}, .count = {}, .across = thinned * spacing, .up = spacing};
    if (block.lake) {
        lattice.first = box.min + Vec3d{0.5 * lattice.across, 0.5 * lattice.across, 0};
        const auto columns = [&](double low, double high) {
            return static_cast<std::int64_t>(std::ceil((high - low) / lattice.across));
        };
        lattice.count = {columns(box.min.x, box.max.x), columns(box.min.y, box.max.y), 1};
        return lattice;
    }
    const auto axis = [](double low, double high, double step, std::int64_t& count, bool centred) {
        count = static_cast<std::int64_t>(std::floor((high - low) / step + slack));
        const double rest = high - low - static_cast<double>(count) * step;
        return low + 0.5 * step + (centred ? 0.5 * rest : 0);
    };
    lattice.first = {axis(box.min.x, box.max.x, lattice.across, lattice.count[0], true),
                     axis(box.min.y, box.max.y, lattice.across, lattice.count[1], true),
                     axis(box.min.z, box.max.z, lattice.up, lattice.count[2], false)};
    return lattice;
}

Crossings crossingsOf(const geometry::Mesh& mesh, const Lattice& l) {
    Crossings at(static_cast<std::size_t>(l.count[0] * l.count[1]));
    for (const auto& corners : mesh.triangles) {
        const Vec3d a = mesh.points[corners[0]], b = mesh.points[corners[1]], c = mesh.points[corners[2]];
        const double twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (twice == 0) continue;  // vertical: the adjacent triangles count
        const auto range = [&](double low, double high, double first, std::int64_t count) {
            return std::pair{
                std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil((low - first) / l.across))),
                std::min<std::int64_t>(count - 1,
                                       static_cast<std::int64_t>(std::floor((high - first) / l.across)))};
        };
        const auto [i0, i1] =
            range(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), l.first.x, l.count[0]);
        const auto [j0, j1] =
            range(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), l.first.y, l.count[1]);
        for (std::int64_t j = j0; j <= j1; ++j)
            for (std::int64_t i = i0; i <= i1; ++i) {
                const double x = l.first.x + static_cast<double>(i) * l.across,
                             y = l.first.y + static_cast<double>(j) * l.across;
                const auto side = [&](const Vec3d& p, const Vec3d& q) {
                    const double s = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
                    // A side that the line crosses belongs to one of its two triangles: to the one that has
                    // it in this direction.
                    const bool own = q.y > p.y || (q.y == p.y && q.x < p.x);
                    return twice > 0 ? (s > 0 || (s == 0 && own)) : (s < 0 || (s == 0 && !own));
                };
                if (!side(a, b) || !side(b, c) || !side(c, a)) continue;
                const double u = ((c.x - b.x) * (y - b.y) - (c.y - b.y) * (x - b.x)) / twice,
                             v = ((a.x - c.x) * (y - c.y) - (a.y - c.y) * (x - c.x)) / twice;
                at[l.column(i, j)].push_back(u * a.z + v * b.z + (1 - u - v) * c.z);
            }
    }
    for (std::vector<double>& column : at) std::sort(column.begin(), column.end());
    return at;
}

bool isInside(const std::vector<double>& crossings, double height) {
    return (std::lower_bound(crossings.begin(), crossings.end(), height) - crossings.begin()) % 2 == 1;
}

}  // namespace talus::water

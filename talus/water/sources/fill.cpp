#include "talus/water/sources/fill.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/mesh/mesh.h"
#include "talus/water/sources/lake.h"

namespace talus::water {
namespace {

/// Round-off of corners that are written in decimals does not cost a layer, as a share of the spacing.
constexpr double slack = 1e-6;

struct Lattice {
    Vec3d first;  ///< place of the lowest corner's particle [m]
    std::array<std::int64_t, 3> count{};
};

Lattice latticeIn(const geometry::Box& box, double across, double up) {
    Lattice lattice;
    const auto axis = [](double low, double high, double spacing, std::int64_t& count, bool centred) {
        count = static_cast<std::int64_t>(std::floor((high - low) / spacing + slack));
        const double rest = high - low - static_cast<double>(count) * spacing;
        return low + 0.5 * spacing + (centred ? 0.5 * rest : 0);
    };
    lattice.first = {axis(box.min.x, box.max.x, across, lattice.count[0], true),
                     axis(box.min.y, box.max.y, across, lattice.count[1], true),
                     axis(box.min.z, box.max.z, up, lattice.count[2], false)};
    return lattice;
}

/// Heights at which the upright line through each lattice column goes through a closed mesh, in rising order.
std::vector<std::vector<double>> crossings(const geometry::Mesh& mesh, const Lattice& l, double spacing) {
    std::vector<std::vector<double>> at(static_cast<std::size_t>(l.count[0] * l.count[1]));
    for (const auto& corners : mesh.triangles) {
        const Vec3d a = mesh.points[corners[0]], b = mesh.points[corners[1]], c = mesh.points[corners[2]];
        const double twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        if (twice == 0) continue;  // upright: its neighbours count
        const auto range = [&](double low, double high, double first, std::int64_t count) {
            return std::pair{
                std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil((low - first) / spacing))),
                std::min<std::int64_t>(count - 1,
                                       static_cast<std::int64_t>(std::floor((high - first) / spacing)))};
        };
        const auto [i0, i1] =
            range(std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}), l.first.x, l.count[0]);
        const auto [j0, j1] =
            range(std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}), l.first.y, l.count[1]);
        for (std::int64_t j = j0; j <= j1; ++j)
            for (std::int64_t i = i0; i <= i1; ++i) {
                const double x = l.first.x + static_cast<double>(i) * spacing,
                             y = l.first.y + static_cast<double>(j) * spacing;
                const auto side = [&](const Vec3d& p, const Vec3d& q) {
                    const double s = (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
                    // A side that goes through the line belongs to one of its two triangles: to the one that
                    // has it in this direction.
                    const bool own = q.y > p.y || (q.y == p.y && q.x < p.x);
                    return twice > 0 ? (s > 0 || (s == 0 && own)) : (s < 0 || (s == 0 && !own));
                };
                if (!side(a, b) || !side(b, c) || !side(c, a)) continue;
                const double u = ((c.x - b.x) * (y - b.y) - (c.y - b.y) * (x - b.x)) / twice,
                             v = ((a.x - c.x) * (y - c.y) - (a.y - c.y) * (x - c.x)) / twice;
                at[static_cast<std::size_t>(j * l.count[0] + i)].push_back(u * a.z + v * b.z +
                                                                           (1 - u - v) * c.z);
            }
    }
    for (std::vector<double>& column : at) std::sort(column.begin(), column.end());
    return at;
}

}  // namespace

double thinningFor(const Block& block, double spacing) {
    constexpr double most_counted = 1e6;
    return std::sqrt(std::max(1.0, mostPlacesIn(block, spacing) / most_counted));
}

double mostPlacesIn(const Block& block, double spacing) {
    // A column of a lake is rounded to whole particles: half of one to one.
    if (block.lake) return 2 * block.lake->hollow.volume / (spacing * spacing * spacing);
    const geometry::Box box = boundsOf(block);
    const Vec3d size = (box.max - box.min) / spacing;
    return (std::floor(size.x) + 1) * (std::floor(size.y) + 1) * (std::floor(size.z) + 1);
}

std::vector<Vec3d> placesIn(const Block& block, double spacing, double thinned) {
    if (block.lake) return placesIn(*block.lake, spacing, thinned);
    const double across = thinned * spacing;
    const Lattice lattice = latticeIn(boundsOf(block), across, spacing);
    std::vector<std::vector<double>> heights;
    if (block.shape == Block::Shape::MeshVolume) heights = crossings(*block.mesh, lattice, across);
    // The corners of a box say which of its layers fit, in decimals that are not exact; of a mesh the
    // heights.
    const auto inside = [&](const Vec3d& p, std::size_t column) {
        if (block.shape == Block::Shape::Box) return true;
        if (block.shape != Block::Shape::MeshVolume) return contains(block, p);
        const std::vector<double>& up = heights[column];
        return (std::lower_bound(up.begin(), up.end(), p.z) - up.begin()) % 2 == 1;
    };
    std::vector<Vec3d> places;
    for (std::int64_t k = 0; k < lattice.count[2]; ++k)
        for (std::int64_t j = 0; j < lattice.count[1]; ++j)
            for (std::int64_t i = 0; i < lattice.count[0]; ++i) {
                const Vec3d p =
                    lattice.first + Vec3d{static_cast<double>(i) * across, static_cast<double>(j) * across,
                                          static_cast<double>(k) * spacing};
                if (inside(p, static_cast<std::size_t>(j * lattice.count[0] + i))) places.push_back(p);
            }
    return places;
}

void leaveOutSolids(const SolidsAt& solids, const Clearance& clearance, std::vector<Vec3d>& places) {
    ContactSearch search;
    const auto touches = [&](const Vec3d& p) {
        if (solids.ground != nullptr) {
            const auto under = geometry::surfaceAt(*solids.grid, solids.height, p.x, p.y);
            if (under && p.z < under->height) return true;
        }
        facesNear(solids, p, clearance.walls, search.faces);
        if (!search.faces.empty()) return true;
        if (solids.volume != nullptr)
            return solids.volume->inside(p) || solids.volume->nearest(p, clearance.ground);
        if (solids.ground == nullptr) return false;
        search.touches.clear();
        return !solids.ground->touches(p, clearance.ground, search.touches) || !search.touches.empty();
    };
    places.erase(std::remove_if(places.begin(), places.end(), touches), places.end());
}

}  // namespace talus::water

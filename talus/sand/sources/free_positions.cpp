#include "talus/sand/sources/free_positions.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/geometry/grow_box.h"
#include "talus/neighbors/cell_grid.h"
#include "talus/sand/params.h"

namespace talus::sand {
namespace {

/// The particles within a cell of the points' bounds, each periodic copy by itself, along the Morton curve.
exec::Array<Vec3d> sandNear(const exec::Exec& exec, const std::vector<Vec3d>& points,
                            exec::View<const Vec3d> position, double cell,
                            const environment::Periodic& domain) {
    geometry::Box box = geometry::emptyBox();
    for (const Vec3d& p : points) include(box, p, cell);
    const auto inside = [&](const Vec3d& p) {
        return p.x > box.min.x && p.x < box.max.x && p.y > box.min.y && p.y < box.max.y && p.z > box.min.z &&
               p.z < box.max.z;
    };
    std::vector<Vec3d> near;
    for (const Vec3d& p : position)
        forImagesNear(domain, cell, p, [&](std::uint8_t, const Vec3d& shift) {
            if (inside(p - shift)) near.push_back(p - shift);
        });
    exec::Array<std::uint32_t> order;
    neighbors::spatialOrder(exec, {near.data(), near.size()}, cell, order);
    exec::Array<Vec3d> sorted(near.size());
    for (std::size_t k = 0; k < near.size(); ++k) sorted[k] = near[order[k]];
    return sorted;
}

}  // namespace

std::vector<double> filledAround(const exec::Exec& exec, const std::vector<Vec3d>& points,
                                 exec::View<const Vec3d> position, double cell,
                                 const environment::Periodic& domain) {
    std::vector<double> filled(points.size(), 0.0);
    if (points.empty()) return filled;
    const exec::Array<Vec3d> near = sandNear(exec, points, position, cell, domain);
    if (near.empty()) return filled;
    const neighbors::CellGrid cells(exec, near.view(), cell, neighbors::CellGrid::Lookup::Automatic);
    constexpr double at_rest = particles_in_cell;
    exec::for_each(exec, points.size(), [&](std::size_t k) {
        std::vector<neighbors::CellRange> ranges;
        cells.inside(boxAround(cells.cellAt(points[k]), 1), ranges);
        const auto weight = [&](double distance) { return std::max(0.0, 1 - std::abs(distance) / cell); };
        double sum = 0;
        for (const neighbors::CellRange& range : ranges)
            for (std::uint32_t n = range.begin; n < range.end; ++n) {
                const Vec3d d = near[n] - points[k];
                sum += weight(d.x) * weight(d.y) * weight(d.z);
            }
        filled[k] = sum / at_rest;
    });
    return filled;
}

std::vector<Vec3d> freePositions(const exec::Exec& exec, const std::vector<Vec3d>& layer,
                                 exec::View<const Vec3d> position, double cell,
                                 const environment::Periodic& domain) {
    constexpr double most = 1 - 1.0 / particles_along_cell;
    const std::vector<double> filled = filledAround(exec, layer, position, cell, domain);
    std::vector<Vec3d> free;
    for (std::size_t k = 0; k < layer.size(); ++k)
        if (filled[k] <= most) free.push_back(layer[k]);
    return free;
}

}  // namespace talus::sand

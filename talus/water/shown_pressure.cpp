#include "talus/water/shown_pressure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/geometry/grow_box.h"
#include "talus/math/symmetric.h"
#include "talus/neighbors/cell_grid.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/boundary/separate_pairs.h"
#include "talus/water/boundary/solids_now.h"
#include "talus/water/fields.h"

namespace talus::water {
namespace {

/// Rows that are searched together: adjacent in memory, so near in space.
constexpr std::size_t part_rows = 64;

/// Weighted sums over the particles near a position: of their relative positions, the products of these, and
/// the pressures.
struct Fit {
    double weight = 0, pressure = 0;
    Vec3d offset, offset_pressure;
    Symmetric<double> square;
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;

    void add(double w, const Vec3d& r, double p) {
        weight += w;
        pressure += w * p;
        offset += r * w;
        offset_pressure += r * (w * p);
        square.xx += w * r.x * r.x;
        square.yy += w * r.y * r.y;
        square.zz += w * r.z * r.z;
        square.yz += w * r.y * r.z;
        square.zx += w * r.z * r.x;
        square.xy += w * r.x * r.y;
        lowest = std::min(lowest, p);
        highest = std::max(highest, p);
    }
    /// The value of the linear function at the position itself. @param min_spread square of a length [m^2]:
    /// if the particles extend less along an axis, the function is constant along it
    double value(double min_spread) const {
        const double per = 1 / weight;
        const Vec3d mean = offset * per;
        const Symmetric<double> spread{square.xx * per - mean.x * mean.x + min_spread,
                                       square.yy * per - mean.y * mean.y + min_spread,
                                       square.zz * per - mean.z * mean.z + min_spread,
                                       square.yz * per - mean.y * mean.z,
                                       square.zx * per - mean.z * mean.x,
                                       square.xy * per - mean.x * mean.y};
        const double middle = pressure * per;
        const Vec3d slope = times(inverse(spread), offset_pressure * per - mean * middle);
        return std::clamp(middle - dot(slope, mean), lowest, highest);
    }
};

/// Whether all values are numbers, and all positions near enough to the origin for a grid of cells.
bool areOrdinary(exec::View<const Vec3d> position, exec::View<const float> pressure, double cell) {
    const double limit = neighbors::farthest_cell * cell;
    return std::all_of(position.begin(), position.end(),
                       [&](const Vec3d& x) {
                           return std::abs(x.x) < limit && std::abs(x.y) < limit && std::abs(x.z) < limit;
                       }) &&
           std::all_of(pressure.begin(), pressure.end(), [](float p) { return std::isfinite(p); });
}

/// Scratch that tasks borrow.
struct NearWalls {
    std::vector<std::uint32_t> faces;
    std::vector<NearFace> near;
    std::vector<neighbors::CellRange> ranges;
};

}  // namespace

std::vector<float> shownPressures(const exec::Exec& exec, const Smoothing& smoothing, const Solids& solids,
                                  const state::World& world) {
    const state::Table& rows = world.table(water_table);
    const auto position = rows.read(fields::position);
    const auto pressure = rows.read(fields::pressure);
    const std::size_t count = position.size();
    const double reach = smoothing.support, min_spread = 1e-4 * reach * reach;
    std::vector<float> shown(pressure.begin(), pressure.end());
    // The last frame of a failed run shows the solver's pressures.
    if (count == 0 || !areOrdinary(position, pressure, reach)) return shown;

    exec::Array<std::uint32_t> order;
    neighbors::spatialOrder(exec, position, reach, order);
    exec::Array<Vec3d> sorted(count);
    exec::Array<float> of_sorted(count);
    exec::for_each(exec, count, [&](std::size_t k) {
        sorted.data()[k] = position[order.data()[k]];
        of_sorted.data()[k] = pressure[order.data()[k]];
    });
    const neighbors::CellGrid grid(exec, sorted.view(), reach, neighbors::CellGrid::Lookup::Automatic);
    const Solids walls{.walls = solids.walls};  // only walls can have two sides
    const SolidsNow now(walls, world);
    exec::Pool<NearWalls> tasks;

    const auto fitAt = [&](const Vec3d& own, NearWalls& task) {
        Fit fit;
        environment::forImagesNear(smoothing.domain, reach, own, [&](std::uint8_t, const Vec3d& shift) {
            const Vec3d from = own - shift;
            task.ranges.clear();
            grid.inside(neighbors::boxAround(grid.cellAt(from), 1), task.ranges);
            for (const neighbors::CellRange& range : task.ranges)
                for (std::uint32_t k = range.begin; k < range.end; ++k) {
                    const Vec3d offset = sorted.data()[k] - from;
                    const double free = 1 - squaredLength(offset) / (reach * reach);
                    if (!(free > 0)) continue;
                    if (!task.near.empty() &&
                        isSeparated(now.at().walls, task.near, own, offset, environment::goesThrough))
                        continue;
                    fit.add(free * free, offset, double{of_sorted.data()[k]});
                }
        });
        return fit;
    };
    const auto onPart = [&](std::size_t part) {
        const std::size_t begin = part * part_rows, end = std::min(count, begin + part_rows);
        auto task = tasks.borrow();
        geometry::Box box = geometry::emptyBox();
        for (std::size_t k = begin; k < end; ++k) geometry::include(box, sorted.data()[k]);
        const Vec3d centre = (box.min + box.max) * 0.5;
        facesNear(now.at(), centre, length(box.max - centre) + reach, task->faces);
        for (std::size_t k = begin; k < end; ++k) {
            const Vec3d& own = sorted.data()[k];
            task->near.clear();
            for (const std::uint32_t face : task->faces) {
                if (!hasTwoSides(now.at().walls.face(face))) continue;
                const environment::WallDistance d = now.at().walls.distance(face, own);
                if (d.distance < reach) task->near.push_back({face, d.distance, d.normal});
            }
            shown[order.data()[k]] = static_cast<float>(fitAt(own, *task).value(min_spread));
        }
    };
    exec::for_each(exec, (count + part_rows - 1) / part_rows, onPart, 8);
    return shown;
}

}  // namespace talus::water

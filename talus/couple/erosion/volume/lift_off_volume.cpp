#include <algorithm>
#include <limits>

#include "talus/couple/erosion/volume/stages.h"
#include "talus/environment/contact/obstacles.h"
#include "talus/exec/for_each.h"
#include "talus/geometry/volume/volume_surface.h"

namespace talus::couple::erosion {
namespace {

using geometry::VolumeSurface;
using water::water_table;

/// Minimum distance from the ground that contact keeps [m].
constexpr double min_distance = environment::Obstacles::smallest_reach;

bool free(const VolumeSurface& surface, const Vec3d& p) {
    return !surface.inside(p) && !surface.nearest(p, min_distance);
}

/// The centre of the nearest free cell, searched in growing cubes around a position. There is one: far from
/// the volume all cells are free.
Vec3d freeCell(const VolumeSurface& surface, const Vec3d& p) {
    const geometry::BlockGrid& grid = surface.grid();
    const geometry::CellAt at = cellAt(grid, p);
    for (std::int64_t r = 1;; ++r) {
        double nearest = std::numeric_limits<double>::infinity();
        Vec3d best;
        for (std::int64_t k = -r; k <= r; ++k)
            for (std::int64_t j = -r; j <= r; ++j)
                for (std::int64_t i = -r; i <= r; ++i) {
                    if (std::max({std::abs(i), std::abs(j), std::abs(k)}) < r) continue;
                    const Vec3d q = middleOf(grid, {at.i + i, at.j + j, at.k + k});
                    const double square = squaredLength(q - p);
                    if (square < nearest && free(surface, q)) {
                        nearest = square;
                        best = q;
                    }
                }
        if (nearest < std::numeric_limits<double>::infinity()) return best;
    }
}

Vec3d lifted(const VolumeSurface& surface, const Vec3d& p) {
    Vec3d q = p;
    // In a corner the nearest point of one side may be behind the other side.
    constexpr int max_tries = 4;
    for (int k = 0; k < max_tries; ++k) {
        std::optional<VolumeSurface::Nearest> at;
        for (double reach = surface.grid().cell; !at && reach <= 8 * surface.grid().cell; reach *= 2)
            at = surface.nearest(q, reach);
        if (!at) break;
        q = at->point + at->normal * (2 * min_distance);
        if (free(surface, q)) return q;
    }
    return freeCell(surface, p);
}

}  // namespace

step::Access LiftOffVolume::access() const {
    return {.reads = {{water_table, &water::fields::position}},
            .writes = {{water_table, &water::fields::position}},
            .resizes = {},
            .reads_scratch = {environment::volume_scratch}};
}

void LiftOffVolume::run(step::Step& step) const {
    const VolumeSurface& surface = step.readScratch<VolumeSurface>(environment::volume_scratch);
    const auto position = step.write(water_table, water::fields::position);
    exec::for_each(
        step.exec, position.size(),
        [&](std::size_t i) {
            if (!free(surface, position[i])) position[i] = lifted(surface, position[i]);
        },
        512);
}

}  // namespace talus::couple::erosion

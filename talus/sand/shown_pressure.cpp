#include "talus/sand/shown_pressure.h"

#include <cmath>
#include <cstdint>

#include "talus/exec/sort.h"
#include "talus/sand/fields.h"
#include "talus/sand/grid/fields.h"
#include "talus/sand/grid/kept_stresses.h"
#include "talus/sand/grid/lattice.h"

namespace talus::sand {
namespace {

/// Sets each value to the mean over the particles in the same cell of the grid.
void averageInCells(const exec::Exec& exec, const Setup& setup, exec::View<const Vec3d> position,
                    std::vector<float>& values) {
    // 21 bits for each index of a cell, counted from far below the origin (mpm/tile.h bounds the indices).
    const auto index = [&](double x) {
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(std::floor(x)) + (1 << 20)) & 0x1fffff;
    };
    exec::Array<std::uint64_t> cells(position.size());
    exec::Array<std::uint32_t> rows(position.size());
    const auto cell = cells.view();
    const auto row = rows.view();
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        const Vec3d q = (position[i] - setup.origin) / setup.sand.cell;
        cell[i] = index(q.x) << 42 | index(q.y) << 21 | index(q.z);
        row[i] = static_cast<std::uint32_t>(i);
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, cell, row, scratch);
    for (std::size_t first = 0, end = 0; first < cell.size(); first = end) {
        double sum = 0;
        for (end = first; end < cell.size() && cell[end] == cell[first]; ++end)
            sum += static_cast<double>(values[row[end]]);
        for (std::size_t k = first; k < end; ++k)
            values[row[k]] = static_cast<float>(sum / static_cast<double>(end - first));
    }
}

/// Hencky's law: p = -K t with the trace t of the strain; no stress where the sand has come apart.
std::vector<float> byStrain(const exec::Exec& exec, const state::Table& particles, const Setup& setup) {
    const double bulk_modulus = setup.lambda() + 2.0 / 3 * setup.shearModulus();
    const double tip = setup.bulk.tension() / bulk_modulus;
    const auto strain = particles.read(fields::strain);
    std::vector<float> pressure(strain.size());
    exec::for_each(exec, strain.size(), [&](std::size_t i) {
        const Vec3d e = wide(strain[i]);
        const double t = e.x + e.y + e.z;
        pressure[i] = t < tip ? static_cast<float>(-bulk_modulus * t) : 0.0F;
    });
    averageInCells(exec, setup, particles.read(fields::position), pressure);
    return pressure;
}

std::vector<float> ofCells(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const state::Table& box = world.table(grid::box_table);
    const grid::Lattice lattice =
        grid::latticeOf(setup, box.read(grid::fields::low)[0], box.read(grid::fields::count)[0]);
    const auto of_cell = world.table(grid::stress_table).read(grid::fields::pressure);
    const auto position = world.table(sand_table).read(fields::position);
    std::vector<float> pressure(position.size());
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        const Vec3d q = lattice.inCells(position[i]);
        const Vec3i at{static_cast<int>(std::floor(q.x)), static_cast<int>(std::floor(q.y)),
                       static_cast<int>(std::floor(q.z))};
        // There is no box before the first step, and sand that came in after the last one may be outside.
        const bool inside = at.x >= 0 && at.x < lattice.count.x && at.y >= 0 && at.y < lattice.count.y &&
                            at.z >= 0 && at.z < lattice.count.z;
        pressure[i] = inside ? of_cell[lattice.index(at.x, at.y, at.z)] : 0.0F;
    });
    return pressure;
}

}  // namespace

std::vector<float> shownPressures(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    return setup.sand.solver == Solver::Mpm ? byStrain(exec, world.table(sand_table), setup)
                                            : ofCells(exec, world, setup);
}

}  // namespace talus::sand

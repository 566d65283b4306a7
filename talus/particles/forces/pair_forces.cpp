#include "talus/particles/forces/pair_forces.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/neighbors/cell_grid.h"
#include "talus/state/reorder.h"

namespace talus::particles {
namespace {

/// Scratch: FindPairs produces it, PairForces reads it.
struct PairSearch {
    std::unique_ptr<neighbors::CellGrid> grid;
    double reach = 0;  ///< maximum distance of a pair with a force [m]
    exec::Array<std::uint32_t> order;
};

}  // namespace

Vec3d pairForce(const PairForce& law, const Vec3d& d, const Vec3d& u, double radii) {
    const double square = squaredLength(d), rest = law.size * radii, reach = rest + law.range;
    if (!(square < reach * reach) || !(square > 0)) return {};
    const double distance = std::sqrt(square), beyond = distance - rest;
    // Along d, from i to j: positive pulls the two together.
    double pull = 0;
    if (beyond < 0)
        pull = law.stiffness * beyond;
    else if (law.range > 0)
        // A triangle over the range: 0 at both ends, so that no energy appears where a pair forms or breaks.
        pull = law.cohesion * (1 - std::abs(2 * beyond / law.range - 1));
    pull += law.damping * (dot(u, d) / distance);
    return d * (pull / distance);
}

step::Access FindPairs::access() const {
    const char* table = tables->particles.c_str();
    return {.reads = {{table, &fields::position}, {table, &fields::radius}},
            .writes = {},
            .resizes = {table},
            .produces = {tables->pairs.c_str()}};
}

void FindPairs::run(step::Step& step) {
    const char* table = tables->particles.c_str();
    const std::size_t rows = step.rows(table);
    PairSearch& search = step.produce<PairSearch>(tables->pairs.c_str());
    search.grid.reset();
    if (rows == 0) return;
    const auto radius = step.read(table, fields::radius);
    const float largest = exec::reduce(
        step.exec, rows, 0.0f, [&](std::size_t i) { return radius[i]; },
        [](float a, float b) { return std::max(a, b); });
    search.reach = 2 * law.size * double{largest} + law.range;
    if (!(search.reach > 0)) return;
    const double cell = search.reach;
    const auto position = step.read(table, fields::position);
    const double far = neighbors::farthest_cell * cell;
    const bool lost = exec::reduce(
        step.exec, rows, false,
        [&](std::size_t i) {
            const Vec3d& p = position[i];
            return !(std::abs(p.x) < far && std::abs(p.y) < far && std::abs(p.z) < far);
        },
        [](bool a, bool b) { return a || b; });
    if (lost)
        return step.report.fail({.what = fmt::format("a particle of '{}' is too far from the origin", table),
                                 .advice =
                                     "make dt in its [[particles]] shorter, or add a [[sink]] around the "
                                     "scene",
                                 .ids = {},
                                 .positions = {}});
    neighbors::spatialOrder(step.exec, position, cell, search.order);
    state::reorder(step.exec, std::as_const(search.order).view(), step.resizable(table));
    search.grid = std::make_unique<neighbors::CellGrid>(step.exec, step.read(table, fields::position), cell,
                                                        neighbors::CellGrid::Lookup::Automatic);
}

step::Access PairForces::access() const {
    const char* table = tables->particles.c_str();
    return {.reads = {{table, &fields::position},
                      {table, &fields::velocity},
                      {table, &fields::radius},
                      {table, &fields::force}},
            .writes = {{table, &fields::force}},
            .resizes = {},
            .reads_scratch = {tables->pairs.c_str()}};
}

void PairForces::run(step::Step& step) {
    const PairSearch& search = step.readScratch<PairSearch>(tables->pairs.c_str());
    if (!search.grid) return;
    const char* table = tables->particles.c_str();
    const auto position = step.read(table, fields::position);
    const auto velocity = step.read(table, fields::velocity);
    const auto radius = step.read(table, fields::radius);
    const auto force = step.write(table, fields::force);
    exec::for_each_range(
        step.exec, position.size(),
        [&](std::size_t begin, std::size_t end) {
            std::vector<neighbors::CellRange> near;
            for (std::size_t i = begin; i < end; ++i) {
                Vec3d sum;
                environment::forImagesNear(
                    domain, search.reach, position[i], [&](std::uint8_t code, const Vec3d& shift) {
                        near.clear();
                        search.grid->inside(boxAround(search.grid->cellAt(position[i] - shift), 1), near);
                        for (const auto& [first, last] : near)
                            for (std::size_t j = first; j < last; ++j) {
                                if (j == i && code == environment::own_image) continue;
                                // The shift is added last, so that the vector from j to i is exactly -d.
                                const Vec3d d = (position[j] - position[i]) + shift;
                                sum += pairForce(law, d, wide(velocity[j]) - wide(velocity[i]),
                                                 double{radius[i]} + double{radius[j]});
                            }
                    });
                force[i] += narrow(sum);
            }
        },
        128);
}

}  // namespace talus::particles

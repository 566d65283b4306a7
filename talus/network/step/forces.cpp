#include "talus/network/step/forces.h"

#include <algorithm>
#include <array>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/network/fields.h"
#include "talus/network/step/load_walls.h"
#include "talus/network/step/near_forces.h"
#include "talus/network/step/spring_forces.h"
#include "talus/network/step/wall_forces.h"

namespace talus::network {
namespace {

constexpr std::size_t rows_of_block = SpringOrder::rows_of_block;

/// The sums of the rows of a block.
struct Sums {
    std::array<double, rows_of_block> x, y, z;
};

/// The forces that each mass has by itself: gravity, its constant force and the medium.
template <int Dimensions>
void startSums(const Setup& setup, const MassViews& masses, std::size_t begin, std::size_t end, Sums& sums) {
    forGroups(masses.group, begin, end, [&](std::size_t g, std::size_t first, std::size_t last) {
        const GroupForces of = setup.group_forces[g];
        const Vec3d* velocity = masses.velocity.data();
        for (std::size_t i = first; i < last; ++i) {
            if constexpr (Dimensions > 1) sums.x[i - begin] = of.constant.x - velocity[i].x * of.damping;
            if constexpr (Dimensions > 2) sums.y[i - begin] = of.constant.y - velocity[i].y * of.damping;
            sums.z[i - begin] = of.constant.z - velocity[i].z * of.damping;
        }
    });
}

/// Adds the ends of runs of springs.
void addRun(const RunEnds& ends, const std::vector<double>& force, double* sum) {
    const double* of = force.data() + ends.spring;
    if (ends.sign > 0)
        for (std::size_t k = 0; k < ends.count; ++k) sum[k] += of[k];
    else
        for (std::size_t k = 0; k < ends.count; ++k) sum[k] -= of[k];
}

/// Adds the forces of springs. Masses that sources made have none.
template <int Dimensions>
void addSprings(const SpringOrder& order, const Components& force, std::size_t block, Sums& sums) {
    const std::size_t begin = block * rows_of_block;
    if (block + 1 >= order.begin_of_runs.size()) return;
    for (std::size_t k = order.begin_of_runs[block]; k < order.begin_of_runs[block + 1]; ++k) {
        const RunEnds& ends = order.run_ends[k];
        const std::size_t at = ends.row - begin;
        if constexpr (Dimensions > 1) addRun(ends, force.x, sums.x.data() + at);
        if constexpr (Dimensions > 2) addRun(ends, force.y, sums.y.data() + at);
        addRun(ends, force.z, sums.z.data() + at);
    }
    for (std::size_t k = order.begin_of_singles[block]; k < order.begin_of_singles[block + 1]; ++k) {
        const auto [row, end] = order.single_ends[k];
        const std::size_t at = row - begin, spring = end / 2;
        const double sign = end % 2 == 0 ? 1 : -1;
        if constexpr (Dimensions > 1) sums.x[at] += force.x[spring] * sign;
        if constexpr (Dimensions > 2) sums.y[at] += force.y[spring] * sign;
        sums.z[at] += force.z[spring] * sign;
    }
}

/// Puts the sums, and the forces of near masses, in their rows.
template <int Dimensions>
void putSums(const Sums& sums, const NearForces* near, std::size_t begin, std::size_t end, Vec3d* force) {
    for (std::size_t i = begin; i < end; ++i) {
        force[i] = {0, 0, sums.z[i - begin]};
        if constexpr (Dimensions > 1) force[i].x = sums.x[i - begin];
        if constexpr (Dimensions > 2) force[i].y = sums.y[i - begin];
    }
    if (near != nullptr)
        for (std::size_t i = begin; i < end; ++i) force[i] += near->on[i];
}

/// Whether masses have links to their grain or to walls.
bool hasGrainOrWalls(const Setup& setup) {
    const auto any = [](const auto& lists) {
        return std::any_of(lists.begin(), lists.end(), [](const auto& list) { return !list.empty(); });
    };
    return any(setup.in_grain) || any(setup.at_walls);
}

/// Walls now, and their reference points.
struct WallsNow {
    environment::WallsAt at;
    std::vector<Vec3d> reference;

    explicit WallsNow(environment::WallsAt walls) : at(std::move(walls)) {
        for (std::size_t wall = 0; wall < at.walls().bodies().size(); ++wall)
            reference.push_back(referenceNow(at, wall));
    }
};

/// Adds the forces on masses by the other points of their grain and by walls.
/// @param loads of each wall: the opposite is added to these
void addGrainsAndWalls(const Setup& setup, const MassViews& masses, const WallsNow& walls, std::size_t begin,
                       std::size_t end, exec::View<Vec3d> force_on, WallLoad* loads) {
    Formulas formulas(setup);
    for (std::size_t i = begin; i < end; ++i) {
        const bool is_free = setup.group_forces[masses.group[i]].is_free;
        const auto add = [&](const Vec3d& force) { force_on[i] += is_free ? setup.project(force) : force; };
        forGrain(setup, masses, i, [&](std::size_t j, const LinkLaw& law) {
            add(forceOf(law, pairOf(setup, masses, i, j), formulas));
        });
        for (const auto& at_wall : setup.at_walls[masses.group[i]]) {
            const std::uint32_t wall = at_wall.first;
            forWallForces(setup, walls.at, wall, setup.laws[at_wall.second], masses.position[i],
                          masses.velocity[i], formulas, [&](const Vec3d& of_wall, const Vec3d& point) {
                              add(of_wall);
                              loads[wall].add(-of_wall, point - walls.reference[wall]);
                          });
        }
    }
}

/// Adds the forces on masses that move with a wall to its load.
void addCarried(const Setup& setup, const MassViews& masses, const WallsNow& walls, std::size_t begin,
                std::size_t end, exec::View<const Vec3d> force_on, WallLoad* loads) {
    forGroups(masses.group, begin, end, [&](std::size_t g, std::size_t first, std::size_t last) {
        if (setup.groups[g].kind != Masses::Kind::Moved) return;
        const std::size_t wall = setup.carrier[g];
        for (std::size_t i = first; i < last; ++i)
            loads[wall].add(force_on[i], masses.position[i] - walls.reference[wall]);
    });
}

}  // namespace

step::Access SumForces::access() const {
    step::Access access{.reads = massFields(), .writes = {{masses_table, &fields::force}}, .resizes = {}};
    if (setup->springs.size() > 0) access.reads_scratch.push_back(springs_scratch);
    if (setup->any_near) access.reads_scratch.push_back(near_forces_scratch);
    if (LoadWalls::isNeeded(*setup)) access.produces.push_back(wall_loads_scratch);
    for (const step::FieldRef& field : environment::wallStateFields(*setup->walls))
        access.reads.push_back(field);
    return access;
}

void SumForces::run(step::Step& step) const {
    if (setup->network.dimensions == 1) return sum<1>(step);
    if (setup->network.dimensions == 2) return sum<2>(step);
    sum<3>(step);
}

template <int Dimensions>
void SumForces::sum(step::Step& step) const {
    const MassViews masses = readMasses(step);
    const auto force_on = step.write(masses_table, fields::force);
    const NearForces* near = setup->any_near ? &step.readScratch<NearForces>(near_forces_scratch) : nullptr;
    const SpringForces* springs =
        setup->springs.size() > 0 ? &step.readScratch<SpringForces>(springs_scratch) : nullptr;
    WallLoads* loads = LoadWalls::isNeeded(*setup) ? &step.produce<WallLoads>(wall_loads_scratch) : nullptr;
    if (loads != nullptr)
        loads->start((force_on.size() + rows_of_block - 1) / rows_of_block, setup->walls->bodies().size());
    const WallsNow walls(
        environment::WallsAt(*setup->walls, step.time(), environment::wallState(step, *setup->walls)));
    const bool any_more = hasGrainOrWalls(*setup);
    const auto ofBlock = [&](std::size_t begin, std::size_t end) {
        Sums sums;
        startSums<Dimensions>(*setup, masses, begin, end, sums);
        if (springs != nullptr)
            addSprings<Dimensions>(setup->spring_order, springs->force, begin / rows_of_block, sums);
        putSums<Dimensions>(sums, near, begin, end, force_on.data());
        WallLoad* of_walls = loads != nullptr ? loads->ofBlock(begin / rows_of_block) : nullptr;
        if (any_more) addGrainsAndWalls(*setup, masses, walls, begin, end, force_on, of_walls);
        if (of_walls != nullptr) addCarried(*setup, masses, walls, begin, end, force_on, of_walls);
    };
    exec::for_each_range(step.exec, force_on.size(), ofBlock, rows_of_block);
}

}  // namespace talus::network

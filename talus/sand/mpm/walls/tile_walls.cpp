#include "talus/sand/mpm/walls/tile_walls.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/sand/mpm/limits.h"
#include "talus/sand/mpm/walls/solid_share.h"

namespace talus::sand::mpm {
namespace {

/// Distances in cells. The particles of a tile are within this distance of the middle of their patch, and
/// their nodes within that of a particle, along the diagonals.
const double root = std::sqrt(3.0), to_particle = 3 * root, to_node = 1.5 * root;
/// The particles of a cell are within this distance of its middle. In a step they move by less than the rest
/// of a cell.
const double in_cell = 0.5 * root, in_step = (1 - max_wandered) * root + 0.06;

/// The cells of a patch that are near: those for whose middle is_near(middle) says so.
template <class IsNear>
Cells cellsNear(const Vec3d& corner, double cell, IsNear is_near) {
    Cells near;
    for (int i = 0; i < patch_side - 2; ++i)
        for (int j = 0; j < patch_side - 2; ++j)
            for (int k = 0; k < patch_side - 2; ++k) {
                // Particles are 0.5 to 1.5 cells beyond the first of their nodes.
                const Vec3d middle =
                    corner +
                    Vec3d{i + patch_first + 1.0, j + patch_first + 1.0, k + patch_first + 1.0} * cell;
                near[static_cast<std::size_t>(patchIndex(i, j, k))] = is_near(middle);
            }
    return near;
}

/// Adds what thin walls hide from the sand of a node.
/// @param behind the faces that it is behind, and the sides on which its sand is; empty: that of the node
void addThin(const Contacts& contacts, const Near& near, const Vec3d& node, double cell,
             std::span<const FaceSide> behind, SolidShare& solid) {
    // Only faces that the node is behind matter beyond the reach of its weight.
    const double reach = behind.empty() ? 1.6 : to_node;
    contacts.forNear(near.thin, node, reach * cell, [&](std::size_t k) {
        const std::uint32_t face = near.thin[k];
        const environment::WallDistance d = contacts.walls().distance(face, node);
        const Vec3d front = contacts.frontOf(face, node), from = d.normal * d.distance;
        const double height = dot(from, front);
        const auto side =
            std::find_if(behind.begin(), behind.end(), [&](const FaceSide& one) { return one.face == face; });
        // A nearest point that is not below or above the node is on the border: the face does not cover it.
        const bool covers = length(from - front * height) <= 0.1 * std::abs(height) + on_surface * cell;
        if (side == behind.end() && !covers) return;
        const bool in_front = side != behind.end() ? side->front : height > 0;
        solid.add(in_front ? front : -front, (in_front ? height : -height) / cell);
    });
}

/// Finds the nodes that may touch something, and the shares of all nodes inside solids.
void findNodes(const Contacts& contacts, const Grid::Reached& tile, double cell, NearReached& near) {
    near.may_touch = 0;
    near.solid.fill(0);
    if (!near.all.any()) return;
    for (int n = 0; n < tile_nodes; ++n) {
        const Vec3d at = tile.positionOf(n, cell);
        SolidShare solid;
        contacts.forDistances(near.all, at, [&](const Vec3d& normal, double distance) {
            if (distance <= in_front * cell) near.may_touch |= NodeSet{1} << n;
            solid.add(normal, distance / cell);
        });
        addThin(contacts, near.all, at, cell, {}, solid);
        near.solid[static_cast<std::size_t>(n)] = static_cast<float>(solid.value());
    }
}

}  // namespace

Ball ballAroundNodes(const Vec3d& corner, double cell) {
    constexpr double half = 0.5 * (tile_cells - 1), weight_reach = 1.5;
    return {corner + Vec3d{half, half, half} * cell, (half * root + weight_reach) * cell * 1.001};
}

float solidShareOf(const Contacts& contacts, const Near& near, const Vec3d& node, double cell,
                   std::span<const FaceSide> behind) {
    SolidShare solid;
    contacts.forDistances(near, node,
                          [&](const Vec3d& normal, double distance) { solid.add(normal, distance / cell); });
    addThin(contacts, near, node, cell, behind, solid);
    return static_cast<float>(solid.value());
}
void TileWalls::update(const exec::Exec& exec, const Grid& grid, const Contacts& contacts, double cell) {
    const bool anew = of != grid.version;
    of = grid.version;
    // The ground may change in each step, but rarely does.
    const exec::View<const double> height = contacts.height();
    const bool other_ground = !std::equal(height.begin(), height.end(), ground.begin(), ground.end());
    if (other_ground) ground.assign(height.begin(), height.end());
    filled.resize(grid.filled.size());
    reached.resize(grid.reached.size());
    exec::for_each(
        exec, filled.size(),
        [&](std::size_t k) {
            const Vec3d middle = grid.filled[k].corner + Vec3d{2.5, 2.5, 2.5} * cell;
            NearFilled& near = filled[k];
            if (anew) {
                near.fixed.clear();
                contacts.addFixed(middle, (to_particle + to_node) * cell, near.fixed);
                const Vec3d& corner = grid.filled[k].corner;
                near.thin = cellsNear(corner, cell, [&](const Vec3d& of_cell) {
                    return contacts.touchesThin(near.fixed, of_cell, (in_cell + to_node) * cell);
                });
                near.touch = cellsNear(corner, cell, [&](const Vec3d& of_cell) {
                    return contacts.touchesWalls(near.fixed, of_cell, (in_cell + in_step) * cell);
                });
            }
            near.moving.clear();
            if (contacts.anyMoves()) contacts.addMoving(middle, (to_particle + to_node) * cell, near.moving);
        },
        1);
    exec::for_each(
        exec, reached.size(),
        [&](std::size_t k) {
            NearReached& near = reached[k];
            const auto [middle, radius] = ballAroundNodes(grid.reached[k].corner, cell);
            const bool moved = near.any_moving;
            if (anew) {
                near.fixed.clear();
                contacts.addFixed(middle, radius, near.fixed);
            }
            if (anew || contacts.anyMoves()) {
                near.all = near.fixed;
                if (contacts.anyMoves()) contacts.addMoving(middle, radius, near.all);
                near.any_moving = near.all.count() != near.fixed.count();
            }
            if (anew || moved || near.any_moving || (other_ground && near.all.ground))
                findNodes(contacts, grid.reached[k], cell, near);
        },
        1);
}

}  // namespace talus::sand::mpm

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/boundary/loads.h"
#include "talus/sand/mpm/limits.h"
#include "talus/sand/mpm/particles.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/walls/hidden.h"

namespace talus::sand::mpm {
namespace {

constexpr const char* move_scratch = "moves of the sand";

/// Scratch that tasks borrow.
struct Task {
    Patch patch, without;
    std::vector<OwnNodes> own, own_without;
    std::vector<NodesOf> nodes_of;
    std::vector<Vec3f> residual;
    environment::Obstacles::Scratch path;
    /// Of the middle of each cell from the closed meshes that move, by the first of a particle's nodes [m].
    std::array<double, patch_nodes> from_meshes;
};
constexpr double unknown = std::numeric_limits<double>::infinity();

/// Whether a particle may touch closed meshes that move. The distance of the middle of its cell is found once
/// for all particles of the cell: most are far enough by that.
bool mayTouchMeshes(const Contacts& contacts, const Near& moving, const Lattice& lattice, const Vec3d& corner,
                    const Vec3d& position, double reach, Task& task) {
    if (moving.meshes.empty()) return false;
    const Vec3d in_tile = lattice.inTile(position, corner);
    const Vec3d middle{std::floor(in_tile.x - 0.5) + 1, std::floor(in_tile.y - 0.5) + 1,
                       std::floor(in_tile.z - 0.5) + 1};
    double& distance = task.from_meshes[static_cast<std::size_t>(firstInPatch(in_tile))];
    if (distance == unknown) distance = contacts.distanceFromMeshes(moving, corner + middle * lattice.cell);
    return distance - length(in_tile - middle) * lattice.cell < reach &&
           contacts.distanceFromMeshes(moving, corner + in_tile * lattice.cell) < reach;
}

/// Whether a particle may touch a wall or the ground on its way.
bool mayTouch(const Contacts& contacts, const NearFilled& near, const Lattice& lattice, const Vec3d& corner,
              const Vec3d& position, const Vec3d& way, Task& task) {
    const double reach = length(way) + touch_margin * lattice.cell;
    if (contacts.touchesSolidFaces(near.moving, position, reach) ||
        mayTouchMeshes(contacts, near.moving, lattice, corner, position, reach, task) ||
        contacts.touchesThin(near.moving, position, reach))
        return true;
    if (!near.fixed.ground &&
        !near.touch[static_cast<std::size_t>(firstInPatch(lattice.inTile(position, corner)))])
        return false;
    return contacts.touches(near.fixed, position, reach);
}

}  // namespace

ToParticles::ToParticles(const Setup& of)
    : setup(of),
      // Friction acts at the nodes.
      barriers(of.boundaries.walls, of.boundaries.ground, environment::Surface{0, 0}) {}

step::Access ToParticles::access() const {
    step::Access access{.reads = particleFields(setup), .writes = particleFields(setup), .resizes = {}};
    for (const step::FieldRef& field : loadFields(setup.boundaries)) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    for (const step::FieldRef& field : barriers.fields()) access.reads.push_back(field);
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&fields::wandered, &fields::steps}) {
        access.reads.push_back({ledger_table, field});
        access.writes.push_back({ledger_table, field});
    }
    access.reads_scratch = {grid_scratch, hidden_scratch, walls_scratch};
    access.produces = {move_scratch};
    return access;
}

void ToParticles::run(step::Step& step) const {
    const Particles p = particlesOf(step, setup);
    const Transfer transfer = transferOf(setup, step.dt);
    const Grid& grid = step.readScratch<Grid>(grid_scratch);
    exec::Pool<Task>& tasks = step.produce<exec::Pool<Task>>(move_scratch);
    const Boundaries& boundaries = setup.boundaries;
    const environment::Barriers::InStep now(barriers, step);
    const Contacts contacts(boundaries, now.begin(), now.ground());
    const double cell = setup.sand.cell, dt = step.dt, longest = (1 - max_wandered) * cell;
    const TileWalls& tile_walls = step.readScratch<TileWalls>(walls_scratch);
    const HiddenNodes& hidden = step.readScratch<HiddenNodes>(hidden_scratch);
    const bool keeps_residual = keepsResidual(setup);
    std::vector<environment::Loads> loads(grid.filled.size());
    std::vector<double> farthest(grid.filled.size(), 0.0);
    std::vector<std::uint8_t> off(grid.filled.size(), 0);  // whether a particle has left the grid
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            auto task = tasks.borrow();
            fillPatch(tile, grid.nodes, task->patch);
            if (keeps_residual) fillPatch(tile, grid.nodes_without, task->without);
            task->residual.resize(keeps_residual ? tile.end - tile.begin : 0);
            const NearFilled* near = boundaries.any() ? &tile_walls.filled[k] : nullptr;
            const bool meets = near != nullptr && (near->fixed.any() || near->moving.any());
            if (meets) loads[k].walls.resize(boundaries.count());
            const HiddenOfTile& of = hidden.of[k];
            task->own.resize(of.particles.size());
            task->own_without.resize(of.particles.size());
            task->nodes_of.clear();
            if (meets) task->from_meshes.fill(unknown);
            for (std::size_t n = 0; n < task->own.size(); ++n) {
                ownNodes(transfer, p, of.particles[n], tile.corner, task->patch, of, hidden.nodes,
                         &SideNode::node, task->own[n]);
                if (keeps_residual)
                    ownNodes(transfer, p, of.particles[n], tile.corner, task->without, of, hidden.nodes,
                             &SideNode::without, task->own_without[n]);
                task->nodes_of.push_back(
                    {of.particles[n].row, task->own[n].data(), task->own_without[n].data()});
            }
            fromPatch(transfer, p, tile.corner, tile.begin, tile.end, task->patch, task->nodes_of,
                      keeps_residual ? &task->without : nullptr, task->residual);
            for (std::uint32_t n = tile.begin; n < tile.end; ++n) {
                const Vec3d way = wide(p.velocity[n]) * dt;
                const double far = std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z)});
                if (!(far <= longest)) {  // also where it is not a number; the step is not used
                    farthest[k] = std::numeric_limits<double>::infinity();
                    continue;
                }
                farthest[k] = std::max(farthest[k], far);
                Vec3d position = p.position[n] + way;
                Vec3f residual = keeps_residual ? task->residual[n - tile.begin] : Vec3f{};
                if (meets &&
                    mayTouch(contacts, *near, transfer.lattice, tile.corner, p.position[n], way, *task)) {
                    environment::Traveller t{p.position[n], position,      wide(p.velocity[n]), 0,
                                             setup.mass,    wide(residual)};
                    now.obstacles().travel(t, dt, task->path, loads[k]);
                    position = t.position;
                    p.velocity[n] = narrow(t.velocity);
                    residual = narrow(t.residual);
                }
                position = environment::wrapped(setup.domain, position);
                if (!isOnGrid(transfer.lattice, position)) off[k] = 1;
                p.position[n] = position;
                if (keeps_residual) p.velocity[n] += residual;
            }
        },
        1);
    const double far = farthest.empty() ? 0 : *std::max_element(farthest.begin(), farthest.end());
    if (!(far <= longest)) step.report.fail(tooFast(setup.sand));
    if (std::find(off.begin(), off.end(), 1) != off.end()) step.report.fail(tooFarOut());
    step.write(ledger_table, fields::wandered)[0] += std::isfinite(far) ? far / cell : 0;
    step.write(ledger_table, fields::steps)[0] += 1;
    if (!boundaries.any()) return;
    environment::Loads sum{std::vector<environment::Load>(boundaries.count()), {}};
    for (const environment::Loads& part : loads)
        if (!part.walls.empty() || boundaries.count() == 0) addTo(sum, part);
    addImpulses(step, boundaries, sum);
}

}  // namespace talus::sand::mpm

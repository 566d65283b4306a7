#include <cmath>

#include "talus/environment/wall_state.h"
#include "talus/exec/for_each.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/particles.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/walls/hidden.h"
#include "talus/sand/mpm/walls/moments.h"

namespace talus::sand::mpm {

step::Access ToGrid::access() const {
    step::Access access{.reads = particleFields(setup),
                        .writes = particleFields(setup),
                        .resizes = {},
                        .produces = {grid_scratch, hidden_scratch, walls_scratch, moments_scratch}};
    for (const step::FieldRef& field : environment::wallStateFields(*setup.boundaries.walls))
        access.reads.push_back(field);
    if (const auto& ground = setup.boundaries.ground) access.reads.push_back({ground->table, ground->height});
    return access;
}

void ToGrid::run(step::Step& step) const {
    const Particles particles = particlesOf(step, setup);
    const Transfer transfer = transferOf(setup, step.dt);
    Grid& grid = step.produce<Grid>(grid_scratch);
    HiddenNodes& hidden = step.produce<HiddenNodes>(hidden_scratch);
    const Boundaries& boundaries = setup.boundaries;
    const ContactsOfStep of_step(boundaries, step);
    const Contacts& contacts = of_step.contacts;
    TileWalls& tile_walls = step.produce<TileWalls>(walls_scratch);
    Moments& moments = step.produce<Moments>(moments_scratch);
    if (boundaries.any()) tile_walls.update(step.exec, grid, contacts, setup.sand.cell);
    moments.findTiles(
        grid, [&](std::size_t k) { return boundaries.any() ? tile_walls.reached[k].may_touch : NodeSet{0}; });
    moments.patches.resize(moments.tiles.size());
    const bool keeps_residual = keepsResidual(setup);
    const float h = static_cast<float>(setup.sand.cell);
    if (keeps_residual) grid.patches_before.resize(grid.filled.size());
    hidden.of.resize(grid.filled.size());
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            HiddenOfTile& of = hidden.of[k];
            if (boundaries.any()) findHidden(transfer, particles, contacts, tile_walls.filled[k], tile, of);
            Patch& patch = grid.patches[k];
            patch.nodes.fill({});
            Patch* before = keeps_residual ? &grid.patches_before[k] : nullptr;
            if (before != nullptr) before->nodes.fill({});
            Patch* moment = moments.of(k);
            if (moment != nullptr) moment->nodes.fill({});
            forRuns(
                tile, of,
                [&](std::size_t begin, std::size_t end) {
                    toPatch(transfer, particles, tile.corner, begin, end, patch, before);
                    if (moment != nullptr)
                        momentsToPatch(transfer, particles, tile.corner, begin, end, *moment);
                },
                [&](const Hidden& one) {
                    const Stencil s(transfer.lattice, particles.position[one.row], tile.corner);
                    toSeen(s, givenBy(transfer, particles, one.row), one, &patch, of.nodes, &SideNode::node);
                    if (before != nullptr)
                        toSeen(s, withoutStress(particles, h, one.row), one, before, of.nodes,
                               &SideNode::before);
                    toSeen(s, momentOf(particles, one.row), one, moment, of.nodes, &SideNode::moments);
                });
        },
        1);
    hidden.merge(contacts, grid, setup.sand.cell);
}

}  // namespace talus::sand::mpm

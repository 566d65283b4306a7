#include <type_traits>

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

namespace {

Node* stressedAt(Patch& patch, int node) { return &patch.nodes[static_cast<std::size_t>(node)]; }
Node* stressedAt(PairPatch& patch, int node) { return &patch.nodes[static_cast<std::size_t>(node)].low; }

/// The particles of a tile give to its patch, with copies of the nodes that they do not see.
/// @param T Node, or NodePair where they keep residuals @param moment nullptr: no node touches a wall
template <class T>
void giveToPatch(const Transfer& transfer, const Particles& particles, const Grid::Filled& tile,
                 HiddenOfTile& of, PatchOf<T>& patch, Patch* moment) {
    patch.nodes.fill({});
    if (moment != nullptr) moment->nodes.fill({});
    forRuns(
        tile, of,
        [&](std::size_t begin, std::size_t end) {
            toPatch(transfer, particles, tile.corner, begin, end, patch);
            if (moment != nullptr) momentsToPatch(transfer, particles, tile.corner, begin, end, *moment);
        },
        [&](const Hidden& one) {
            const Stencil s(transfer.lattice, particles.position[one.row], tile.corner);
            toSeen(
                s, givenBy(transfer, particles, one.row), one,
                [&](int node) { return stressedAt(patch, node); }, of.nodes, &SideNode::node);
            if constexpr (std::is_same_v<T, NodePair>)
                toSeen(
                    s, withoutStress(transfer, particles, one.row), one,
                    [&](int node) { return &patch.nodes[static_cast<std::size_t>(node)].high; }, of.nodes,
                    &SideNode::without);
            toSeen(
                s, momentOf(particles, one.row), one,
                [&](int node) { return moment != nullptr ? stressedAt(*moment, node) : nullptr; }, of.nodes,
                &SideNode::moments);
        });
}

}  // namespace

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
    grid.patches.resize(keeps_residual ? 0 : grid.filled.size());
    grid.pair_patches.resize(keeps_residual ? grid.filled.size() : 0);
    hidden.of.resize(grid.filled.size());
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            HiddenOfTile& of = hidden.of[k];
            if (boundaries.any()) findHidden(transfer, particles, contacts, tile_walls.filled[k], tile, of);
            if (keeps_residual)
                giveToPatch(transfer, particles, tile, of, grid.pair_patches[k], moments.of(k));
            else
                giveToPatch(transfer, particles, tile, of, grid.patches[k], moments.of(k));
        },
        1);
    hidden.merge(contacts, grid, setup.sand.cell);
}

}  // namespace talus::sand::mpm

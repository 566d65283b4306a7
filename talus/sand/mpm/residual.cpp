// The part of the particles' velocities that the grid does not show (Fei, Guo, Wu, Huang, Gao 2021,
// "Revisiting integration in the material point method", AFLIP). With v_i the velocities of the nodes before
// the forces of the step, as the particles give them without stress,
//     residual r = v - sum w v_i
// After the step a particle has v = sum w v_i(after) + k r. Without r, going to the grid and back in each
// step smooths velocities that are not linear over some cells. With k = 1 what the grid cannot see would
// never come to rest, so k = exp(-damping c dt / h), which does not depend on the step. Particles move with
// the velocities of the nodes.
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/sand/mpm/particles.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/stencil.h"
#include "talus/sand/mpm/walls/hidden.h"

namespace talus::sand::mpm {
namespace {

/// Chosen: with half of it a heap of 10 cells is not at rest after five free falls, by a factor of four
/// (bench/results/sand_verification-2026-11.md).
constexpr double damping = 0.05;

/// @param row (i, j): the first of three nodes along z
template <class RowAt>
Vec3f velocityAt(const Stencil& s, RowAt row) {
    Vec3f sum;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const Node* nodes = row(i, j);
            Vec3f along_z;
            for (int k = 0; k < 3; ++k) along_z += nodes[k].xyz() * s.weight[2][k];
            sum += along_z * (s.weight[0][i] * s.weight[1][j]);
        }
    return sum;
}

/// The copies of nodes at thin walls, from what the particles of each tile gave (HiddenNodes::merge()).
void addUpCopies(const HiddenNodes& hidden, const std::vector<std::vector<SideNode>>& given,
                 std::vector<SideNode>& copies) {
    copies.assign(hidden.nodes.size(), {});
    for (std::size_t k = 0; k < given.size(); ++k)
        for (std::size_t n = 0; n < given[k].size(); ++n) {
            Node& sum = copies[hidden.of[k].merged[n]].node;
            sum += given[k][n].node.xyz();
            sum.w += given[k][n].node.w;
        }
    for (SideNode& copy : copies) toVelocity(copy.node, {});
}

}  // namespace

step::Access FindResidual::access() const {
    return {.reads = particleFields(setup),
            .writes = particleFields(setup),
            .resizes = {},
            .produces = {residual_scratch},
            .reads_scratch = {grid_scratch, hidden_scratch}};
}

void FindResidual::run(step::Step& step) const {
    const Particles particles = particlesOf(step, setup);
    Transfer without_stress = transferOf(setup, step.dt);
    without_stress.bulk = without_stress.shear = without_stress.viscosity = 0;
    const Lattice& lattice = without_stress.lattice;
    const Grid& grid = step.readScratch<Grid>(grid_scratch);
    const HiddenNodes& hidden = step.readScratch<HiddenNodes>(hidden_scratch);
    Residual& residual = step.produce<Residual>(residual_scratch);
    residual.of.assign(particles.position.size(), {});
    residual.patches.resize(grid.filled.size());
    residual.nodes.resize(grid.reached.size());
    residual.given.resize(grid.filled.size());
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            const HiddenOfTile& of = hidden.of[k];
            Patch& patch = residual.patches[k];
            patch.nodes.fill({});
            residual.given[k].assign(of.nodes.size(), {});
            forRuns(
                tile, of,
                [&](std::size_t begin, std::size_t end) {
                    toPatch(without_stress, particles, tile.corner, begin, end, patch);
                },
                [&](const Hidden& one) {
                    toSeen(Stencil(lattice, particles.position[one.row], tile.corner),
                           givenBy(without_stress, particles, one.row), one, &patch, residual.given[k],
                           &SideNode::node);
                });
        },
        1);
    addUpCopies(hidden, residual.given, residual.copies);
    exec::for_each(
        step.exec, grid.reached.size(),
        [&](std::size_t k) {
            sumPatches(grid.reached[k], residual.patches, residual.nodes[k]);
            for (Node& node : residual.nodes[k].nodes) toVelocity(node, {});
        },
        1);
    const auto kept = static_cast<float>(std::exp(-damping * setup.soundSpeed() * step.dt / setup.sand.cell));
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            Patch& patch = residual.patches[k];
            fillPatch(tile, residual.nodes, patch);
            forRuns(
                tile, hidden.of[k],
                [&](std::size_t begin, std::size_t end) {
                    for (std::size_t n = begin; n < end; ++n) {
                        const Stencil s(lattice, particles.position[n], tile.corner);
                        const Vec3f on_grid = velocityAt(s, [&](int i, int j) {
                            const int first = s.firstNode() + patchIndex(i, j, 0);
                            return &patch.nodes[static_cast<std::size_t>(first)];
                        });
                        residual.of[n] = (particles.velocity[n] - on_grid) * kept;
                    }
                },
                [&](const Hidden& one) {
                    OwnNodes own;
                    ownNodes(without_stress, particles, one, tile.corner, patch, hidden.of[k],
                             residual.copies, own);
                    const Stencil s(lattice, particles.position[one.row], tile.corner);
                    const Vec3f on_grid = velocityAt(s, [&](int i, int j) {
                        const int first = (3 * i + j) * 4;
                        return &own[static_cast<std::size_t>(first)];
                    });
                    residual.of[one.row] = (particles.velocity[one.row] - on_grid) * kept;
                });
        },
        1);
}

}  // namespace talus::sand::mpm

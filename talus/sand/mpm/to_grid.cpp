#include "talus/exec/for_each.h"
#include "talus/sand/fields.h"
#include "talus/sand/mpm/particles.h"
#include "talus/sand/mpm/stages.h"

namespace talus::sand::mpm {

step::Access ToGrid::access() const {
    return {.reads = particleFields(), .writes = particleFields(), .resizes = {}, .produces = {grid_scratch}};
}

void ToGrid::run(step::Step& step) const {
    const Particles particles = particlesOf(step);
    const Transfer transfer = transferOf(setup, step.dt);
    Grid& grid = step.produce<Grid>(grid_scratch);
    exec::for_each(
        step.exec, grid.filled.size(),
        [&](std::size_t k) {
            const Grid::Filled& tile = grid.filled[k];
            Patch& patch = grid.patches[k];
            patch.nodes.fill({});
            toPatch(transfer, particles, tile.corner, tile.begin, tile.end, patch);
        },
        1);
}

}  // namespace talus::sand::mpm

#include "talus/water/sources/free_positions.h"

#include "talus/water/sources/fill.h"
#include "talus/water/sources/obstacles.h"
#include "talus/water/sources/vessels.h"

namespace talus::water {
namespace {

/// Minimum distance from solids, in spacings. Lattices that touch a wall are half a spacing off it.
constexpr double off_walls = 0.45;
/// The same for the ground of a lake, in spacings: columns start half a layer above the ground, and their
/// distance from a slope is smaller by its cosine: a quarter of a spacing at 60 degrees.
constexpr double off_shore = 0.2;

struct BlockPositions {
    Lattice lattice;
    Obstacles obstacles;
    std::vector<Vec3d> free;
};

BlockPositions freePositions(const Block& block, double spacing, double thinned,
                             const std::vector<environment::Wall>& walls, const SolidsAt& solids) {
    BlockPositions positions{latticeOf(block, spacing, thinned), Obstacles(walls, solids.walls),
                             positionsIn(block, spacing, thinned)};
    if (!block.above_ground) return positions;
    removeVessels(positions.lattice, positions.free, positions.obstacles);
    removeInObstacles(solids, positions.obstacles, positions.lattice, positions.free);
    removeInSolids(solids,
                   {.walls = off_walls * spacing,
                    .ground = (block.lake ? off_shore : off_walls) * spacing,
                    .obstacles = -spacing,
                    .obstacle = positions.obstacles.is},
                   positions.free);
    removeOutsideVessels(block, walls, solids.walls, positions.free);
    return positions;
}

}  // namespace

std::vector<Vec3d> freePositionsIn(const Block& block, const FitKernel& kernel,
                                   const std::vector<environment::Wall>& walls, const SolidsAt& solids) {
    BlockPositions positions = freePositions(block, kernel.spacing, 1, walls, solids);
    // Columns of a lake are not a cubic lattice.
    if (block.above_ground && !block.lake && positions.obstacles.any())
        fitLattice(kernel, solids, positions.obstacles, positions.lattice, positions.free);
    return std::move(positions.free);
}

double countFreePositions(const Block& block, double spacing, const std::vector<environment::Wall>& walls,
                          const Solids& solids, const geometry::Heightfield* ground) {
    const double thinned = thinningFor(block, spacing);
    // With free bodies only the state has the positions of walls, and there is no state yet: no wall counts.
    const bool unknown = solids.walls->anyFollows();
    const environment::Walls none;
    const environment::WallsAt at(unknown ? none : *solids.walls, 0);
    SolidsAt start{at};
    std::optional<geometry::GroundSurface> surface;
    if (ground != nullptr) {
        start.height = ground->height.view();
        start.grid = &ground->grid;
        start.ground = &surface.emplace(ground->grid, start.height);
    }
    const BlockPositions positions =
        freePositions(block, spacing, thinned, unknown ? std::vector<environment::Wall>{} : walls, start);
    return thinned * thinned * static_cast<double>(positions.free.size());
}

}  // namespace talus::water

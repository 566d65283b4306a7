#include "talus/water/sources/free_places.h"

#include "talus/water/sources/fill.h"
#include "talus/water/sources/obstacles.h"
#include "talus/water/sources/vessels.h"

namespace talus::water {
namespace {

/// So near to a solid nothing is put, in spacings. Lattices that touch a wall are half a spacing off it.
constexpr double off_walls = 0.45;
/// Columns of a lake stand half a layer off the ground below them, and on a slope nearer to it, by its
/// cosine: of one of 60 degrees a quarter of a spacing.
constexpr double off_shore = 0.2;

struct Places {
    Lattice lattice;
    Obstacles obstacles;
    std::vector<Vec3d> free;
};

Places freePlaces(const Block& block, double spacing, double thinned,
                  const std::vector<environment::Wall>& walls, const SolidsAt& solids) {
    Places places{latticeOf(block, spacing, thinned), Obstacles(walls, solids.walls),
                  placesIn(block, spacing, thinned)};
    if (!block.above_ground) return places;
    leaveOutVessels(places.lattice, places.free, places.obstacles);
    leaveOutObstacles(solids, places.obstacles, places.lattice, places.free);
    leaveOutSolids(solids,
                   {.walls = off_walls * spacing,
                    .ground = (block.lake ? off_shore : off_walls) * spacing,
                    .obstacles = -spacing,
                    .obstacle = places.obstacles.is},
                   places.free);
    leaveOutAround(block, walls, solids.walls, places.free);
    return places;
}

}  // namespace

std::vector<Vec3d> freePlacesIn(const Block& block, const FitKernel& kernel,
                                const std::vector<environment::Wall>& walls, const SolidsAt& solids) {
    Places places = freePlaces(block, kernel.spacing, 1, walls, solids);
    // Columns of a lake are no cubic lattice.
    if (block.above_ground && !block.lake && places.obstacles.any())
        fitLattice(kernel, solids, places.obstacles, places.lattice, places.free);
    return std::move(places.free);
}

double countFreePlaces(const Block& block, double spacing, const std::vector<environment::Wall>& walls,
                       const Solids& solids, const geometry::Heightfield* ground) {
    const double thinned = thinningFor(block, spacing);
    // Where bodies move freely the state says where walls are, and there is none yet: no wall counts then.
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
    const Places places =
        freePlaces(block, spacing, thinned, unknown ? std::vector<environment::Wall>{} : walls, start);
    return thinned * thinned * static_cast<double>(places.free.size());
}

}  // namespace talus::water

#include "talus/water/sources/fill.h"

#include <algorithm>
#include <cmath>

#include "talus/water/sources/lake.h"
#include "talus/water/sources/lattice.h"

namespace talus::water {

double thinningFor(const Block& block, double spacing) {
    constexpr double max_counted = 1e6;
    return std::sqrt(std::max(1.0, maxPositionsIn(block, spacing) / max_counted));
}

double maxPositionsIn(const Block& block, double spacing) {
    // Each column of a lake is rounded to whole particles: half a particle may become one.
    if (block.lake) return 2 * block.lake->hollow.volume / (spacing * spacing * spacing);
    const geometry::Box box = boundsOf(block);
    const Vec3d size = (box.max - box.min) / spacing;
    return (std::floor(size.x) + 1) * (std::floor(size.y) + 1) * (std::floor(size.z) + 1);
}

std::vector<Vec3d> positionsIn(const Block& block, double spacing, double thinned) {
    if (block.lake) return positionsIn(*block.lake, spacing, thinned);
    const Lattice lattice = latticeOf(block, spacing, thinned);
    Crossings heights;
    if (block.shape == Block::Shape::MeshVolume) heights = crossingsOf(*block.mesh, lattice);
    // A box needs no test: latticeOf() has counted the layers that fit, with a tolerance for corners in
    // decimals.
    const auto inside = [&](const Vec3d& p, std::size_t column) {
        if (block.shape == Block::Shape::Box) return true;
        if (block.shape != Block::Shape::MeshVolume) return contains(block, p);
        return isInside(heights[column], p.z);
    };
    std::vector<Vec3d> positions;
    for (std::int64_t k = 0; k < lattice.count[2]; ++k)
        for (std::int64_t j = 0; j < lattice.count[1]; ++j)
            for (std::int64_t i = 0; i < lattice.count[0]; ++i) {
                const Vec3d p = lattice.at(i, j, k);
                if (inside(p, lattice.column(i, j))) positions.push_back(p);
            }
    return positions;
}

void removeInSolids(const SolidsAt& solids, const Clearance& clearance, std::vector<Vec3d>& positions) {
    ContactSearch search;
    const auto touches = [&](const Vec3d& p) {
        if (solids.ground != nullptr) {
            const auto under = geometry::surfaceAt(*solids.grid, solids.height, p.x, p.y);
            if (under && p.z < under->height) return true;
        }
        facesNear(solids, p, std::max(clearance.walls, clearance.obstacles), search.faces);
        for (const std::uint32_t face : search.faces) {
            const bool obstacle =
                !clearance.obstacle.empty() && clearance.obstacle[solids.walls.face(face).wall];
            const double needed = obstacle ? clearance.obstacles : clearance.walls;
            if (solids.walls.distance(face, p).distance < needed) return true;
        }
        if (solids.volume != nullptr)
            return solids.volume->inside(p) || solids.volume->nearest(p, clearance.ground);
        if (solids.ground == nullptr) return false;
        search.touches.clear();
        return !solids.ground->touches(p, clearance.ground, search.touches) || !search.touches.empty();
    };
    positions.erase(std::remove_if(positions.begin(), positions.end(), touches), positions.end());
}

}  // namespace talus::water

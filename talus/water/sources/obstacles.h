#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/sources/lattice.h"

namespace talus::water {

/// A closed mesh among the obstacles, at its position in the scene.
struct ClosedMesh {
    std::size_t wall = 0;
    geometry::Mesh mesh;
};

/// Walls that are solid, with water around them: boxes, balls, cylinders and capsules seen from outside, and
/// closed meshes whose triangles face outwards. A closed mesh whose triangles face inwards is a vessel.
struct Obstacles {
    std::vector<std::uint8_t> is;  ///< by wall: 1 for obstacles
    std::vector<ClosedMesh> meshes;

    Obstacles(const std::vector<environment::Wall>& walls, const environment::WallsAt& at);
    bool any() const;
};

/// Removes the positions inside obstacles. A position on the surface of a mesh, to round-off, is moved in
/// front of it. @param lattice that contains the positions
void removeInObstacles(const SolidsAt& solids, const Obstacles& obstacles, const Lattice& lattice,
                       std::vector<Vec3d>& positions);

/// Removes the meshes that contain all of these positions from the obstacles: they are vessels.
void removeVessels(const Lattice& lattice, const std::vector<Vec3d>& positions, Obstacles& obstacles);

}  // namespace talus::water

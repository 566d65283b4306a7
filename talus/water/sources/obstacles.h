#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/water/boundary/contacts.h"
#include "talus/water/sources/lattice.h"

namespace talus::water {

/// A closed mesh among the obstacles, where it stands.
struct ClosedMesh {
    std::size_t wall = 0;
    geometry::Mesh mesh;
};

/// Walls that are solid bodies with water around them: boxes, balls, cylinders and capsules seen from
/// outside, and closed meshes whose triangles face outwards. A closed mesh whose triangles face inwards holds
/// what is in it.
struct Obstacles {
    std::vector<std::uint8_t> is;  ///< by wall: 1 where it is one
    std::vector<ClosedMesh> meshes;

    Obstacles(const std::vector<environment::Wall>& walls, const environment::WallsAt& at);
    bool any() const;
};

/// Leaves out the places that are inside of obstacles. What is on the surface of a mesh, to round-off, is put
/// in front of it. @param lattice whose columns the places are in
void leaveOutObstacles(const SolidsAt& solids, const Obstacles& obstacles, const Lattice& lattice,
                       std::vector<Vec3d>& places);

/// Meshes that hold all of these places are vessels and no obstacles: takes them off.
void leaveOutVessels(const Lattice& lattice, const std::vector<Vec3d>& places, Obstacles& obstacles);

}  // namespace talus::water

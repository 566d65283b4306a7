#pragma once
#include "talus/core/rng.h"
#include "talus/geometry/mesh/mesh.h"
#include "talus/grains/clumps/clump_shape.h"

namespace talus::grains {

/// Spheres that cover the inside of a closed mesh, after Bell, Yu and Mucha 2005, "Particle-based simulation
/// of granular materials", 5: the surface at the depth of a radius R below the mesh is found on the grid of
/// its distance field, floor(D A / (pi R^2)) random points are put on each of its triangles of area A and
/// one more with the probability of the remainder, and then moved by -phi N, with phi the distance from that
/// surface and N its gradient, and away from each other.
/// @param mesh closed, oriented outwards
/// @param radius R of the spheres, in the unit of the mesh, > 0 @param density D, > 0
/// Error (Input) where nothing of the mesh is as deep as R, or where too many spheres are needed.
Result<std::vector<geometry::Sphere>> spheresOf(const geometry::Mesh& mesh, double radius, double density,
                                                const Random& random);

/// Distance from a point to the nearest surface of a sphere, 0 inside of one.
double gapAt(const Vec3d& point, const std::vector<geometry::Sphere>& spheres);

/// Into how many parts each side of a triangle is divided where gaps are measured on it: parts of 0.05 units
/// or less, 100 at most. @param u, v two sides @param unit as of coverOf()
std::uint32_t partsOf(const Vec3d& u, const Vec3d& v, double unit);

/// How well spheres cover a mesh, by points on each of its triangles.
/// @param unit radius of the ball with the volume of the mesh @param near gap up to which a point counts as
/// covered, in that unit
MeshCover coverOf(const geometry::Mesh& mesh, const std::vector<geometry::Sphere>& spheres, double unit,
                  double near);

}  // namespace talus::grains

#pragma once
#include <memory>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/shapes.h"
#include "talus/math/tensor.h"

namespace talus::grains {

/// How well the spheres of a shape stand for a mesh (mesh_spheres.h).
struct MeshCover {
    double coverage = 0;     ///< share of the mesh's surface within `near` of the surface of a sphere
    double near = 0;         ///< in radii of the ball with the same volume
    double mean_gap = 0;     ///< mean distance between the two surfaces, in the same unit
    double largest_gap = 0;  ///< of all points of the mesh, in the same unit
};

/// The shape of a clump: a rigid body made of spheres, which may overlap. Lengths are in radii of the ball
/// with the same volume, so that the radius of a clump is the radius of that ball, and its mass that of the
/// ball. The frame is that of the principal axes of inertia, with the centre of mass as origin.
struct ClumpShape {
    std::vector<geometry::Sphere> spheres;
    Vec3d inertia{0.4, 0.4, 0.4};          ///< principal moments, over the mass and the square of that radius
    Vec3d inverse_inertia{2.5, 2.5, 2.5};  ///< one over each of them
    double reach = 1;     ///< distance of the farthest point of a sphere from the centre of mass
    double smallest = 1;  ///< smallest radius of a sphere
    double largest = 1;   ///< largest radius of a sphere
    double mean = 1;      ///< mean radius of the spheres
    /// Smallest effective mass at a point of the surface over the mass. At a ball's surface it is 1 along the
    /// normal and 2/7 along the surface; a point of a clump whose effective mass along the surface is smaller
    /// than 2/7 counts with 7/2 of that.
    double lightest = 1;
    std::optional<MeshCover> cover;  ///< of a shape that was made from a mesh

    /// A single sphere about the centre of mass: such a grain is a ball.
    bool isBall() const { return spheres.size() == 1; }
};

/// Largest number of spheres in a shape: each is a row of the table of grains.
inline constexpr std::size_t max_clump_spheres = 4096;

/// Volume, centre of mass and inertia of a solid.
struct SolidMass {
    double volume = 0;
    Vec3d centre;
    Tensor per_density;  ///< moment of inertia about the centre for a density of 1
};

/// The shape of the union of spheres: of uniform density, where spheres overlap the volume counts once.
/// Error (Input) where there is no sphere, too many, or one inside of another.
/// @param spheres in any unit of length; radii > 0
Result<ClumpShape> clumpShapeOf(const std::vector<geometry::Sphere>& spheres);

/// The shape of spheres with the mass of another solid, such as the mesh that they stand for.
/// Error (Input) where the solid has no volume.
Result<ClumpShape> clumpShapeOf(const std::vector<geometry::Sphere>& spheres, const SolidMass& mass);

/// Mass properties of a union of spheres. Exact where none overlap; otherwise the relative error of volume
/// and moments is about 1e-4: intervals along z are exact, and the sum over x and y is by midpoints.
SolidMass massOfUnion(const std::vector<geometry::Sphere>& spheres);

}  // namespace talus::grains

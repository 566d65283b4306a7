#pragma once
#include "talus/geometry/liquid_surface/surface_particles.h"

/// Smooths bumps of the size of particles, as Loeschner, Boettcher, Jeske and Bender (2023), "Weighted
/// Laplacian smoothing for surface reconstruction of particle-based fluids".
namespace talus::geometry::liquid {

/// The triangles around each point of a closed mesh, each given by its other two corners, counter-clockwise.
struct Rings {
    /// Index in `sides` of the first of each point, and the end of the last.
    std::vector<std::uint32_t> first;
    std::vector<std::array<std::uint32_t, 2>> sides;  ///< the other two corners of a triangle

    /// @pre the mesh is closed and oriented consistently
    static Rings of(const Mesh& mesh);
};

/// Values from the particles at the points of a mesh.
struct AtPoints {
    std::vector<float> weight;  ///< of smoothing: 0 on a single particle, 1 on the surface of a large volume
    std::vector<Vec3f> velocity;  ///< [m/s]; empty where the particles have none
};
AtPoints atPoints(const exec::Exec& exec, const Particles& particles, const Mesh& mesh);

/// Smooths the mesh. Each pass moves a point by `weight` times the vector to the mean of its neighbours. The
/// number of passes is chosen so that together they act like a Gaussian filter of standard deviation `width`
/// [m], for any size of cells. Most of the shrinking of curved surfaces is reversed; then the volume of each
/// connected part is restored by a uniform shift of its points.
void smooth(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
            double cell, double width);

/// For each point the index of its connected part of the mesh, which is the lowest index of the part's
/// points.
std::vector<std::uint32_t> partsOf(const Mesh& mesh);

/// Gives each part a volume: moves points along their normals by weight * d, with one d for each part. To
/// first order this adds d sum(weight |A|) / 3 to the volume, where A is the area vector of the triangles
/// around a point.
/// @param part of each point, the index of one of its points
/// @param wanted six times the volume of each part, at the part's index [m^3]
/// @param max_shift limit of |d| [m]
void restoreVolume(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
                   const std::vector<std::uint32_t>& part, const std::vector<double>& wanted,
                   double max_shift);

/// Unit normals of the points: the means of those of the triangles around each, weighted by area.
std::vector<Vec3f> normals(const exec::Exec& exec, const Mesh& mesh, const Rings& rings);

}  // namespace talus::geometry::liquid

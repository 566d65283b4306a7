#pragma once
#include "talus/geometry/liquid_surface/surface_particles.h"

/// Bumps of the size of particles are taken out of the mesh, as by Loeschner, Boettcher, Jeske and Bender
/// (2023), "Weighted Laplacian smoothing for surface reconstruction of particle-based fluids".
namespace talus::geometry::liquid {

/// The points around each point of a closed mesh. Each of its triangles has two of them, counter-clockwise.
struct Rings {
    std::vector<std::uint32_t> first;                 ///< of each point, and the end of the last
    std::vector<std::array<std::uint32_t, 2>> sides;  ///< the other two corners of a triangle

    /// @pre closed, all triangles agree on which side is out
    static Rings of(const Mesh& mesh);
};

/// What the particles say at the points of a mesh.
struct AtPoints {
    std::vector<float> weight;    ///< of smoothing: 0 on a particle alone, 1 on the surface of many
    std::vector<Vec3f> velocity;  ///< m/s, empty where the particles have none
};
AtPoints atPoints(const exec::Exec& exec, const Particles& particles, const Mesh& mesh);

/// Each pass moves a point by `weight` of the way to the mean of those around it. Passes are counted so that
/// together they act as a Gaussian of this standard deviation [m] does, whatever the cells. What they take
/// from round places is put back there, and what is then missing of the volume of a part of the mesh (points
/// that hang together) all over it.
void smooth(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
            double cell, double width);

/// Unit normals, of the triangles around each point by their area.
std::vector<Vec3f> normals(const exec::Exec& exec, const Mesh& mesh, const Rings& rings);

}  // namespace talus::geometry::liquid

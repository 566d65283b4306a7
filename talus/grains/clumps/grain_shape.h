#pragma once
#include <string>

#include "talus/geometry/mesh/mesh.h"
#include "talus/grains/clumps/clump_shape.h"

namespace talus::grains {

/// A mesh and the spheres that stand for it, both in the unit of the mesh's file.
struct CoveredMesh {
    geometry::Mesh mesh;
    std::vector<geometry::Sphere> spheres;
    double unit = 1;  ///< radius of the ball with the volume of the mesh
};

/// A shape that grains can have.
struct GrainShape {
    enum class Kind {
        Spheres,  ///< a list of spheres
        Mesh      ///< spheres that cover a closed mesh
    };
    std::string name;
    Kind kind = Kind::Spheres;
    std::vector<Vec3d> centres;  ///< Spheres: in any unit of length
    std::vector<double> radii;   ///< Spheres: in the same unit, > 0
    std::string file;            ///< Mesh: path
    double sphere_radius = 0.3;  ///< Mesh: in radii of the ball with the volume of the mesh, > 0
    double cover = 1.5;          ///< Mesh: spheres per pi R^2 of surface before they spread (Bell's D), > 0

    std::shared_ptr<const ClumpShape> made{};      ///< when the scene has been read
    std::shared_ptr<const CoveredMesh> covered{};  ///< Mesh: what it was made from
};

}  // namespace talus::grains

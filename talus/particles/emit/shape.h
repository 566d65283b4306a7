#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "talus/core/rng.h"
#include "talus/particles/params.h"

namespace talus::particles {

/// A random place on or in an emitter's shape.
struct Spot {
    Vec3d place;   ///< [m]
    Vec3d normal;  ///< unit, out of the shape (Emitter::Flow::Normal)
};

/// Draws places on a shape, evenly: a function of the stream and the particle's index alone.
class ShapeSampler {
  public:
    /// @pre a mesh is there where the shape needs one; for MeshVolume it is closed
    explicit ShapeSampler(const Emitter& emitter);

    Spot draw(const Random& random, std::uint64_t index) const;

  private:
    Spot onMesh(const Random& random, std::uint64_t index) const;
    Spot inMesh(const Random& random, std::uint64_t index) const;
    bool inside(const Vec3d& p) const;

    Emitter::Shape shape_;
    Vec3d centre_, along_, u_, v_;  ///< the last three unit and at right angles
    double radius_;
    bool hollow_;
    geometry::Box box_;
    Vec3d end_;
    std::shared_ptr<const geometry::Mesh> mesh_;
    std::vector<double> area_sums_;  ///< MeshSurface: of the triangles up to each, itself included
};

/// A direction within `cone` [rad] of a unit direction, evenly on the sphere.
Vec3d withinCone(const Vec3d& along, double cone, double share, double turn);

}  // namespace talus::particles

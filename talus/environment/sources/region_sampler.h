#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/sources/region.h"

namespace talus::environment {

/// A point on or in a region.
struct RegionPoint {
    Vec3d position;  ///< [m]
    Vec3d normal;  ///< unit, out of the region: for flat regions and mesh surfaces the surface's normal, for
                   ///< lines, cylinders and capsules away from the axis, for others away from the middle
};

/// Points of a region, distributed evenly over its length, its area or its volume.
class RegionSampler {
  public:
    /// @pre a mesh is there where the shape needs one; for MeshVolume it is closed
    explicit RegionSampler(const Region& region);

    /// Maps three numbers of [0, 1) to a point: evenly distributed numbers give evenly distributed points.
    /// Not for MeshVolume, which has no such map. @param margin flat and hollow regions, balls, boxes:
    /// distance that points keep from the border [m]
    RegionPoint at(double a, double b, double c, double margin = 0) const;

    /// Point number `index` of a random stream. Uses the stream's channels 0 to 2 and those from 16 on.
    RegionPoint draw(const Random& random, std::uint64_t index) const;

  private:
    RegionPoint inCapsule(double a, double b, double c) const;
    RegionPoint onMesh(double a, double b, double c) const;
    RegionPoint inMesh(const Random& random, std::uint64_t index) const;

    Region region_;
    RegionAxes axes_;
    geometry::Box box_;  ///< Box, MeshVolume
    std::vector<double>
        area_sums_;  ///< MeshSurface: sum of the areas of the triangles up to and including each
};

/// The older name of RegionSampler, which unit tests use.
using Places = RegionSampler;

/// Maps two numbers of [0, 1) to a direction within an angle `cone` [rad] of the unit direction `along`,
/// evenly distributed on the sphere.
Vec3d withinCone(const Vec3d& along, double cone, double share, double turn);

}  // namespace talus::environment

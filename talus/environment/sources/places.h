#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/environment/sources/region.h"

namespace talus::environment {

/// A random place on or in a region.
struct RegionPoint {
    Vec3d place;   ///< [m]
    Vec3d normal;  ///< unit, out of the region: from the middle of what is round or a box, from a line, of a
                   ///< flat one and of triangles their own
};

/// Places of a region, evenly spread over its length, its area or its volume.
class Places {
  public:
    /// @pre a mesh is there where the shape needs one; for MeshVolume it is closed
    explicit Places(const Region& region);

    /// The place that three numbers of [0, 1) stand for: numbers spread evenly give places that are. Not of
    /// MeshVolume, which has no such map. @param margin flat and hollow regions, balls, boxes: the places
    /// keep so far off the border [m]
    RegionPoint at(double a, double b, double c, double margin = 0) const;

    /// The place number `index` of a stream, of which it takes the channels 0 to 2 and those from 16 on.
    RegionPoint draw(const Random& random, std::uint64_t index) const;

  private:
    RegionPoint inCapsule(double a, double b, double c) const;
    RegionPoint onMesh(double a, double b, double c) const;
    RegionPoint inMesh(const Random& random, std::uint64_t index) const;

    Region region_;
    RegionAxes axes_;
    geometry::Box box_;              ///< Box, MeshVolume
    std::vector<double> area_sums_;  ///< MeshSurface: of the triangles up to each, itself included
};

/// A direction within `cone` [rad] of a unit direction, evenly on the sphere; from two numbers of [0, 1).
Vec3d withinCone(const Vec3d& along, double cone, double share, double turn);

}  // namespace talus::environment

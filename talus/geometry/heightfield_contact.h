#pragma once
#include <array>
#include <vector>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// A contact of a sphere with the ground.
struct GroundContact {
    Vec3d point;   ///< of the surface, nearest to the centre [m]
    Vec3d normal;  ///< unit, the direction in which the sphere is pushed out
    /// Overlap along the normal [m], > 0; larger than the radius where the centre is below ground.
    double depth = 0;
    std::size_t cell = 0;  ///< index of the cell of the point: j * columns + i of its lower corner
};

/// Finds contacts of spheres with the ground. It reuses its scratch, so each task needs its own object.
class GroundContacts {
  public:
    /// All contacts of a sphere with the surface, ordered by cell; valid until the next call. A contact is a
    /// local minimum of the distance (docs/decisions.md, 16): one on smooth ground and on a ridge, two in a
    /// furrow, for any triangulation. A sphere whose centre is below ground is pushed out by the surface
    /// within its radius, or where there is none by the surface above it, so that no sphere is lost below the
    /// ground. Beyond the outermost columns there is no ground.
    const std::vector<GroundContact>& find(const ColumnGrid& grid, exec::View<const double> height,
                                           const Sphere& sphere);

  private:
    struct Triangle {
        std::array<Vec3d, 3> corner;
        std::size_t cell;
        ClosestPoint closest;
        double distance;  ///< from the centre to the closest point [m]
    };
    void gather(const ColumnGrid& grid, exec::View<const double> height, const Sphere& sphere);
    bool isLocalMinimum(std::size_t index) const;

    std::vector<Triangle> triangles_;
    std::vector<GroundContact> contacts_;
};

}  // namespace talus::geometry

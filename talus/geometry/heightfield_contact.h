#pragma once
#include <array>
#include <vector>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/heightfield.h"

namespace talus::geometry {

/// Where a sphere touches the ground.
struct GroundContact {
    Vec3d point;   ///< of the surface, nearest to the centre
    Vec3d normal;  ///< unit, the way on which the sphere is pushed out
    double depth =
        0;  ///< overlap along the normal [m], > 0; more than the radius: the centre is below ground
    std::size_t cell = 0;  ///< j * columns + i of the corner of the cell that holds the point
};

/// Finds where spheres touch the ground. Keeps its scratch from one sphere to the next, so a task has one.
class GroundContacts {
  public:
    /// All contacts of a sphere with the surface, ordered by cell; they hold until the next call. A contact
    /// is a local minimum of the distance (docs/decisions.md, 16): one on smooth ground and on a ridge, two
    /// in a furrow, however the triangles lie. A sphere whose centre is below ground is pushed out: by the
    /// surface within its radius, or where there is none by what is above it; so nothing above the extent of
    /// the ground in x and y gets lost below. Beyond the outermost columns there is no ground.
    const std::vector<GroundContact>& find(const ColumnGrid& grid, exec::View<const double> height,
                                           const Sphere& sphere);

  private:
    struct Triangle {
        std::array<Vec3d, 3> corner;
        std::size_t cell;
        ClosestPoint closest;
        double distance;  ///< of the centre from the closest point [m]
    };
    void gather(const ColumnGrid& grid, exec::View<const double> height, const Sphere& sphere);
    bool isLocalMinimum(std::size_t index) const;

    std::vector<Triangle> triangles_;
    std::vector<GroundContact> contacts_;
};

}  // namespace talus::geometry

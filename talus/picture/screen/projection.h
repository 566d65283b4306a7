#pragma once
#include <functional>

#include "talus/geometry/heightfield.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/camera.h"
#include "talus/picture/screen/volume.h"

namespace talus::picture::engraved {

/// Where a ball around a point of a scene is on a screen, or in a volume.
struct OnScreen {
    double x, y;    ///< phyxels from the left and the top edge; 0.5 is the middle of the first one
    double radius;  ///< phyxels; not above 0 where it leaves no mark
    double z = 0;   ///< in a volume: phyxels along its third axis
};

/// How points of a scene come onto a screen. @param radius of the ball around a point [m]
using Projection = std::function<OnScreen(const Vec3d& point, double radius)>;

/// Through a camera. What is behind it leaves no mark.
Projection throughCamera(const picture::Camera& camera, std::size_t width, std::size_t height);

enum class Plane {
    XY,  ///< seen from above
    XZ,  ///< from the side of -y
    YZ   ///< from the side of +x
};
/// Straight along an axis, with the whole box on the screen, its middle in the middle.
/// @pre the box is not empty
Projection ontoPlane(Plane plane, const geometry::Box& box, std::size_t width, std::size_t height);

/// The masses of a screen that lies on ground, seen from above: row 0 is the last in y.
struct GroundScreen {
    double left, top;  ///< x of the left and y of the top edge [m]
    double side;       ///< of a phyxel [m]
    std::size_t width, height;

    /// The largest screen of square phyxels on the columns of a grid, with at most these numbers of them.
    static GroundScreen on(const geometry::ColumnGrid& grid, std::size_t width, std::size_t height);
};
/// A ball leaves a mark as wide as the circle in which it cuts the ground.
/// @param heights of the columns [m]; must outlive the result
Projection ontoGround(const GroundScreen& screen, const geometry::ColumnGrid& grid,
                      exec::View<const double> heights);

/// Into the cells of a volume, x, y and z.
Projection intoVolume(const VolumeBox& box);

}  // namespace talus::picture::engraved

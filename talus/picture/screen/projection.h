#pragma once
#include <string_view>

#include "talus/geometry/shapes.h"
#include "talus/picture/camera.h"

namespace talus::picture::engraved {

/// Where a point of a scene is on a screen.
struct OnScreen {
    double x, y;       ///< phyxels from the left and the top edge; 0.5 is the middle of the first one
    double per_metre;  ///< phyxels a metre there; <= 0: behind the camera
};

/// How points of a scene come onto the screen: through a camera, or straight onto a plane.
class Projection {
  public:
    Projection(const picture::Camera& camera, std::size_t width, std::size_t height);
    /// Straight along an axis, with the whole box on the screen, its middle in the middle.
    /// @param plane "xy": seen from above; "xz": from the side of -y; "yz": from the side of +x
    /// @pre isPlane(plane); the box is not empty
    Projection(std::string_view plane, const geometry::Box& box, std::size_t width, std::size_t height);

    OnScreen operator()(const Vec3d& point) const;

    static bool isPlane(std::string_view name) { return name == "xy" || name == "xz" || name == "yz"; }

  private:
    picture::CameraAxes axes_;
    Vec3d origin_;  ///< camera, or middle of the box
    double scale_;  ///< phyxels a metre; with a camera at a depth of 1 m
    bool perspective_;
    double middle_x_, middle_y_;  ///< of the screen [phyxels]
};

}  // namespace talus::picture::engraved

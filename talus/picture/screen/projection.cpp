#include "talus/picture/screen/projection.h"

#include <algorithm>
#include <cmath>

namespace talus::picture::engraved {
namespace {

picture::CameraAxes axesOf(std::string_view plane) {
    if (plane == "xy") return {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}};
    if (plane == "xz") return {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    return {{0, 1, 0}, {0, 0, 1}, {-1, 0, 0}};
}

}  // namespace

Projection::Projection(const picture::Camera& camera, std::size_t width, std::size_t height)
    : axes_(picture::axesOf(camera)),
      origin_(camera.position),
      scale_(0.5 * static_cast<double>(height) / std::tan(0.5 * camera.fov)),
      perspective_(true),
      middle_x_(0.5 * static_cast<double>(width)),
      middle_y_(0.5 * static_cast<double>(height)) {}

Projection::Projection(std::string_view plane, const geometry::Box& box, std::size_t width,
                       std::size_t height)
    : axes_(axesOf(plane)),
      origin_(0.5 * (box.min + box.max)),
      perspective_(false),
      middle_x_(0.5 * static_cast<double>(width)),
      middle_y_(0.5 * static_cast<double>(height)) {
    const Vec3d size = box.max - box.min;
    const double wide = std::abs(dot(size, axes_.right)), high = std::abs(dot(size, axes_.up));
    scale_ = std::min(wide > 0 ? 2 * middle_x_ / wide : HUGE_VAL, high > 0 ? 2 * middle_y_ / high : HUGE_VAL);
    if (!std::isfinite(scale_)) scale_ = middle_y_;  // a single point: any scale shows it
}

OnScreen Projection::operator()(const Vec3d& point) const {
    const Vec3d d = point - origin_;
    const double per_metre = perspective_ ? scale_ / dot(d, axes_.forward) : scale_;
    return {middle_x_ + per_metre * dot(d, axes_.right), middle_y_ - per_metre * dot(d, axes_.up), per_metre};
}

}  // namespace talus::picture::engraved

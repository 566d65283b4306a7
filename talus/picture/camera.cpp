#include "talus/picture/camera.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::picture {

Camera lookAt(const Vec3d& position, const Vec3d& target, double fov) {
    Camera camera{position, target, {0, 0, 1}, fov};
    const Vec3d sight = target - position;
    if (length(cross(sight, camera.up)) <= 1e-3 * length(sight)) camera.up = {0, 1, 0};
    return camera;
}

CameraAxes axesOf(const Camera& camera) {
    const Vec3d forward = normalized(camera.target - camera.position);
    const Vec3d right = normalized(cross(forward, camera.up));
    return {right, cross(right, forward), forward};
}

Projected project(const Camera& camera, int width, int height, Vec3d point) {
    const CameraAxes axes = axesOf(camera);
    const Vec3d d = point - camera.position;
    const double depth = dot(d, axes.forward);
    const double pixels = 0.5 * height / std::tan(0.5 * camera.fov);
    return {0.5 * width + pixels * dot(d, axes.right) / depth,
            0.5 * height - pixels * dot(d, axes.up) / depth, depth};
}

Vec3d towardsCamera(double azimuth, double elevation) {
    return {std::cos(elevation) * std::sin(azimuth), -std::cos(elevation) * std::cos(azimuth),
            std::sin(elevation)};
}

Camera frameAutomatically(const geometry::Box& bounds, double aspect, double azimuth, double elevation) {
    std::array<Vec3d, 8> corners;
    for (int i = 0; i < 8; ++i) corners[static_cast<std::size_t>(i)] = cornerOf(bounds, i);
    return frameAutomatically(corners, aspect, azimuth, elevation);
}

Camera frameAutomatically(std::span<const Vec3d> points, double aspect, double azimuth, double elevation) {
    const Vec3d towards_camera = towardsCamera(azimuth, elevation);
    geometry::Box bounds = geometry::emptyBox();
    for (const Vec3d& point : points) include(bounds, point);
    const Vec3d middle = centreOf(bounds);
    Camera camera = lookAt(middle + towards_camera, middle, automatic_fov);
    const CameraAxes axes = axesOf(camera);
    const double up_slope = frame_fill * std::tan(0.5 * camera.fov);
    const double right_slope = up_slope * aspect;

    // Four planes through the eye bound the view. Along each axis of the picture there is one offset and one
    // distance of the eye at which the points touch both planes. The larger of the two distances is taken.
    const auto touch = [&](const Vec3d& axis, double slope, double& offset) {
        double high = -1e300, low = -1e300;
        for (const Vec3d& point : points) {
            const Vec3d d = point - camera.target;
            high = std::max(high, dot(d, axis) - slope * dot(d, axes.forward));
            low = std::max(low, -dot(d, axis) - slope * dot(d, axes.forward));
        }
        offset = 0.5 * (high - low);
        return 0.5 * (high + low) / slope;
    };
    double right_offset = 0, up_offset = 0;
    const double right_distance = touch(axes.right, right_slope, right_offset);
    const double up_distance = touch(axes.up, up_slope, up_offset);
    const double size = length(bounds.max - bounds.min);
    const double distance = std::max({right_distance, up_distance, 1e-3 * size, 1e-9});
    camera.target += right_offset * axes.right + up_offset * axes.up;
    camera.position = camera.target + distance * towards_camera;
    return camera;
}

}  // namespace talus::picture

#include "viewer/pictures/camera_moves.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace talus::viewer {
namespace {

/// Rotates a vector about a unit axis (Rodrigues' formula).
Vec3d about(const Vec3d& v, const Vec3d& axis, double angle) {
    return v * std::cos(angle) + cross(axis, v) * std::sin(angle) +
           axis * (dot(axis, v) * (1 - std::cos(angle)));
}

}  // namespace

picture::Camera orbited(const picture::Camera& camera, const Vec3d& pivot, double right, double up) {
    constexpr double steepest = 0.5 * std::numbers::pi - 0.01;  // short of the poles, where z is no direction
    const Vec3d z{0, 0, 1};
    const Vec3d forward = picture::axesOf(camera).forward;
    const double elevation = -std::asin(std::clamp(forward.z, -1.0, 1.0));
    const double tilt = std::clamp(elevation + up, -steepest, steepest) - elevation;
    const Vec3d side =
        normalized(length(cross(forward, z)) > 1e-6 ? cross(forward, z) : picture::axesOf(camera).right);
    const auto orbit = [&](const Vec3d& v) { return about(about(v, side, -tilt), z, -right); };
    picture::Camera moved = camera;
    moved.position = pivot + orbit(camera.position - pivot);
    moved.target = pivot + orbit(camera.target - pivot);
    moved.up = z;
    return moved;
}

picture::Camera panned(const picture::Camera& camera, double depth, double right, double up) {
    const double height = 2 * depth * std::tan(0.5 * camera.fov);
    return flown(camera, 0, -right * height, -up * height);
}

picture::Camera zoomed(const picture::Camera& camera, const Vec3d& point, double factor) {
    picture::Camera moved = camera;
    moved.position = point + (camera.position - point) * factor;
    moved.target = point + (camera.target - point) * factor;
    return moved;
}

picture::Camera flown(const picture::Camera& camera, double forward, double right, double up) {
    const picture::CameraAxes axes = picture::axesOf(camera);
    const Vec3d shift = axes.forward * forward + axes.right * right + axes.up * up;
    picture::Camera moved = camera;
    moved.position += shift;
    moved.target += shift;
    return moved;
}

run::Ray rayThrough(const picture::Camera& camera, int width, int height, double x, double y) {
    const picture::CameraAxes axes = picture::axesOf(camera);
    const double slope = std::tan(0.5 * camera.fov) / (0.5 * height);
    return {camera.position, normalized(axes.forward + axes.right * ((x - 0.5 * width) * slope) -
                                        axes.up * ((y - 0.5 * height) * slope))};
}

std::string asToml(const picture::Camera& camera, const std::string& name) {
    const auto vector = [](const Vec3d& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v.x, v.y, v.z); };
    return fmt::format("[[camera]]\nname = \"{}\"\nposition = {}\ntarget = {}\nfov = \"{:.4g} deg\"\n", name,
                       vector(camera.position), vector(camera.target), camera.fov * 180 / std::numbers::pi);
}

}  // namespace talus::viewer

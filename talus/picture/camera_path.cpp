#include "talus/picture/camera_path.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

/// The slope of the curve at a point: the weighted harmonic mean of the slopes of the chords beside it; zero
/// at an extremum and at the ends.
double slopeAt(std::span<const double> times, std::span<const double> values, std::size_t i) {
    if (i == 0 || i + 1 == times.size()) return 0;
    const double before = times[i] - times[i - 1], after = times[i + 1] - times[i];
    const double chord_before = (values[i] - values[i - 1]) / before;
    const double chord_after = (values[i + 1] - values[i]) / after;
    if (!(chord_before * chord_after > 0)) return 0;
    const double share = (before + 2 * after) / (3 * (before + after));
    return 1 / (share / chord_before + (1 - share) / chord_after);
}

}  // namespace

double smoothCurve(std::span<const double> times, std::span<const double> values, double t) {
    if (!(t > times.front())) return values.front();
    if (t >= times.back()) return values.back();
    const auto next =
        static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
    const std::size_t i = next - 1;
    const double span = times[next] - times[i], s = (t - times[i]) / span;
    const double a = slopeAt(times, values, i) * span, b = slopeAt(times, values, next) * span;
    const double rise = values[next] - values[i];
    // The cubic with these values and slopes at s = 0 and s = 1.
    return values[i] + s * (a + s * (3 * rise - 2 * a - b + s * (a + b - 2 * rise)));
}

Vec3d smoothCurve(std::span<const double> times, std::span<const Vec3d> values, double t) {
    std::vector<double> x, y, z;
    for (const Vec3d& value : values) {
        x.push_back(value.x);
        y.push_back(value.y);
        z.push_back(value.z);
    }
    return {smoothCurve(times, x, t), smoothCurve(times, y, t), smoothCurve(times, z, t)};
}

Camera turnedAbout(const Camera& camera, const Vec3d& axis, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    const auto rotated = [&](const Vec3d& v) { return Vec3d{c * v.x - s * v.y, s * v.x + c * v.y, v.z}; };
    Camera made = camera;
    made.position = axis + rotated(camera.position - axis);
    made.target = axis + rotated(camera.target - axis);
    made.up = rotated(camera.up);
    return made;
}

Camera frameFromAllSides(std::span<const Vec3d> points, double aspect, double fov, double azimuth,
                         double elevation) {
    constexpr int directions = 72;
    geometry::Box bounds = geometry::emptyBox();
    for (const Vec3d& point : points) include(bounds, point);
    const Vec3d middle = centreOf(bounds);
    const double up_slope = frame_fill * std::tan(0.5 * fov), right_slope = up_slope * aspect;
    double distance = 1e-9;
    for (int k = 0; k < directions; ++k) {
        const double turned = azimuth + 2 * std::numbers::pi * k / directions;
        const CameraAxes axes = axesOf(lookAt(towardsCamera(turned, elevation), {}, fov));
        for (const Vec3d& point : points) {
            const Vec3d d = point - middle;
            const double side =
                std::max(std::abs(dot(d, axes.right)) / right_slope, std::abs(dot(d, axes.up)) / up_slope);
            distance = std::max(distance, side - dot(d, axes.forward));
        }
    }
    return lookAt(middle + distance * towardsCamera(azimuth, elevation), middle, fov);
}

}  // namespace talus::picture

#include "talus/run/picture/followed.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/environment/wall_shape.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/wall_picture.h"

namespace talus::run {
namespace {

/// The square of the speed v0 [m^2/s^2].
double restingWeight(const scene::Scene& scene) {
    constexpr double share = 0.02;
    const geometry::Box extent = extentOf(scene);
    const double size = length(extent.max - extent.min);
    const double gravity = length(scene.environment.gravity);
    const double fall = gravity > 0 ? gravity * size : std::pow(size / scene.time.duration, 2);
    return share * share * fall;
}

/// Of the points of a set without a field of radii [m].
double radiusOf(const scene::Scene& scene, const std::string& set) {
    for (const method::Method* method : scene.used())
        if (method->point_radius)
            if (const auto radius = method->point_radius(scene, set)) return *radius;
    return 1;
}

Result<Vec3d> centreOfFlow(const scene::Scene& scene, const Frame& frame) {
    const double resting = restingWeight(scene);
    Vec3d sum{};
    double weights = 0;
    for (const auto& [name, set] : frame.sets) {
        const auto* points = set.as<state::PointsView>();
        if (points == nullptr || points->count == 0 || name == "bodies") continue;
        const state::ArrayView *velocity = points->find("velocity"), *radius = points->find("radius");
        if (velocity == nullptr || velocity->components != 3)
            return Error{
                ErrorKind::Input,
                fmt::format("a camera follows what flows, but '{}' of the frame has no velocity; add "
                            "\"velocity\" to output.fields and run again",
                            name)};
        const double all_radii = radiusOf(scene, name);
        for (std::size_t i = 0; i < points->count; ++i) {
            const Vec3d v{velocity->value(i, 0), velocity->value(i, 1), velocity->value(i, 2)};
            const double volume = std::pow(radius ? radius->value(i) : all_radii, 3);
            const double weight = volume * (squaredLength(v) + resting);
            if (!std::isfinite(weight)) continue;
            sum += weight * points->at(i);
            weights += weight;
        }
    }
    // Before the first grain has come in, and after the last one left.
    if (!(weights > 0)) return centreOf(extentOf(scene));
    return sum / weights;
}

}  // namespace

Result<Vec3d> placeOf(const scene::Scene& scene, const Frame& frame, const std::string& followed) {
    if (followed == "flow") return centreOfFlow(scene, frame);
    const auto* bodies = frame.find<state::PointsView>("bodies");
    std::size_t body = 0;
    for (const environment::Wall& wall : scene.environment.walls) {
        if (wall.name != followed) {
            body += wall.follows;
            continue;
        }
        const bool present = wall.presence.at(frame.time);
        if (wall.follows && bodies != nullptr && present) {
            const auto pose = poseIn(*bodies, body);
            if (!pose) return pose.error();
            return pose->shift;
        }
        const environment::Pose pose =
            method::poseOf(scene, wall, present ? frame.time : wall.presence.enters);
        return wall.follows ? pose.shift : pose.toWorld(environment::referenceOf(wall));
    }
    return Error{ErrorKind::Input, fmt::format("there is no wall or body '{}' to follow", followed)};
}

}  // namespace talus::run

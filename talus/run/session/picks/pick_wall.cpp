#include "talus/run/session/picks/pick_wall.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/geometry/grow_box.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/look/drawn_walls.h"

namespace talus::run {
namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

double meet(const Ray& ray, const geometry::Plane& plane) {
    const double towards = dot(ray.direction, plane.normal);
    if (!(towards < 0)) return nowhere;  // drawn only on the side that its normal points to
    const double distance = dot(plane.point - ray.origin, plane.normal) / towards;
    return distance >= 0 ? distance : nowhere;
}

/// The floor and the far sides of a box without lid. @param height of its sides [m]
double meetTray(const Ray& ray, const geometry::Box& box, double height) {
    double enter = 0, leave = nowhere;
    const auto cut = [&](double origin, double direction, double low, double high) {
        if (direction == 0) {
            if (origin < low || origin > high) leave = -1;
            return;
        }
        const double a = (low - origin) / direction, b = (high - origin) / direction;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    };
    cut(ray.origin.x, ray.direction.x, box.min.x, box.max.x);
    cut(ray.origin.y, ray.direction.y, box.min.y, box.max.y);
    cut(ray.origin.z, ray.direction.z, box.min.z, nowhere);
    if (!(enter <= leave) || !std::isfinite(leave)) return nowhere;
    return ray.at(leave).z <= box.min.z + height ? leave : nowhere;
}

/// A clip leaves planes and boxes whole (picture::clip).
double meet(const Ray& ray, const picture::Obstacle& obstacle, const picture::Clip& clip) {
    if (const auto* plane = std::get_if<geometry::Plane>(&obstacle.shape)) return meet(ray, *plane);
    if (const auto* box = std::get_if<geometry::Box>(&obstacle.shape))
        return meetTray(ray, *box, obstacle.wall_height.value_or(box->max.z - box->min.z));
    const auto& sphere = std::get<geometry::Sphere>(obstacle.shape);
    const double distance = obstacle.inside ? leaveBall(ray, sphere.centre, sphere.radius)
                                            : enterBall(ray, sphere.centre, sphere.radius);
    return std::isfinite(distance) && clip.shows(ray.at(distance)) ? distance : nowhere;
}

double meet(const Ray& ray, const picture::Mesh& mesh, const picture::Clip& clip) {
    double nearest = nowhere;
    for (const auto& [a, b, c] : mesh.triangle) {
        const double distance =
            meetTriangle(ray, mesh.position[a], mesh.position[b], mesh.position[c], mesh.front_only);
        if (distance < nearest && clip.shows(ray.at(distance))) nearest = distance;
    }
    return nearest;
}

/// The number of the wall that follows a body. Nothing where there is no such body.
std::optional<std::size_t> wallOf(const scene::Scene& scene, std::size_t body) {
    const auto& walls = scene.environment.walls;
    for (std::size_t w = 0; w < walls.size(); ++w)
        if (walls[w].follows && body-- == 0) return w;
    return std::nullopt;
}

/// The box around a wall as it is drawn solid; nothing for a plane.
Result<std::optional<geometry::Box>> boxOfWall(const scene::Scene& scene, const Frame& frame,
                                               std::size_t wall) {
    const auto walls = drawnWalls(scene, frame.time, frame.find<state::PointsView>("bodies"), {});
    if (!walls) return walls.error();
    for (const DrawnWall& drawn : *walls) {
        const bool endless = scene.environment.walls[drawn.index].kind == environment::Wall::Kind::Plane;
        if (drawn.index == wall && !endless) return std::optional(boundsOf(solidWall(scene, drawn)));
    }
    return std::optional<geometry::Box>();
}

}  // namespace

Pick pickOf(const scene::Scene& scene, std::size_t wall, const Vec3d& position, double distance) {
    const bool follows = scene.environment.walls[wall].follows;
    return {follows ? "bodies" : picked_wall, follows ? bodyOf(scene, wall) : wall, position, distance};
}

Result<std::optional<Pick>> pickWall(const scene::Scene& scene, const Frame& frame, const Look& look,
                                     Look::Walls how, const Ray& ray) {
    const auto walls = drawnWalls(scene, frame.time, frame.find<state::PointsView>("bodies"), look);
    if (!walls) return walls.error();
    double nearest = nowhere;
    std::size_t found = 0;
    const auto take = [&](double distance, std::size_t wall) {
        if (distance >= nearest) return;
        nearest = distance;
        found = wall;
    };
    for (const DrawnWall& wall : *walls) {
        if (wall.how != how) continue;
        const picture::Picture drawn = solidWall(scene, wall);
        for (const picture::Obstacle& obstacle : drawn.obstacles)
            take(meet(ray, obstacle, look.clip), wall.index);
        for (const picture::Mesh& mesh : drawn.meshes) take(meet(ray, mesh, look.clip), wall.index);
    }
    if (!std::isfinite(nearest)) return std::optional<Pick>();
    return std::optional(pickOf(scene, found, ray.at(nearest), nearest));
}

std::vector<PickedValue> valuesOfWall(const scene::Scene& scene, double time, const Pick& pick) {
    const environment::Pose pose = method::poseOf(scene, scene.environment.walls[pick.row], time);
    const auto value = [](const char* name, const char* unit, const char* meaning, const Vec3d& v) {
        return PickedValue{name, unit, meaning, {v.x, v.y, v.z}};
    };
    return {value("position", "m", "where it was clicked", pick.position),
            value("velocity", "m/s", "of the wall there", pose.velocityAt(pick.position)),
            value("spin", "rad/s", "angular velocity", pose.spin)};
}

Result<std::optional<geometry::Box>> boxOf(const scene::Scene& scene, const Frame& frame, const Pick& pick) {
    if (pick.set == picked_wall) return boxOfWall(scene, frame, pick.row);
    if (pick.set == "bodies")
        if (const auto wall = wallOf(scene, pick.row)) return boxOfWall(scene, frame, *wall);
    geometry::Box box = geometry::emptyBox();
    if (const auto* points = frame.find<state::PointsView>(pick.set)) {
        const state::ArrayView* field = points->find("radius");
        const auto radius = field ? std::optional(field->value(pick.row)) : pointRadius(scene, pick.set);
        if (radius && pick.row < points->count) geometry::include(box, points->at(pick.row), *radius);
    }
    if (const auto* mesh = frame.find<state::MeshView>(pick.set))
        for (std::size_t i = 0; i < mesh->points.count; ++i)
            if (const Vec3d p = mesh->points.at(i); std::isfinite(length(p))) geometry::include(box, p, 0);
    if (geometry::isEmpty(box)) return std::optional<geometry::Box>();
    return std::optional(box);
}

}  // namespace talus::run

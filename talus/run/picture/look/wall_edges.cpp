#include "talus/run/picture/look/wall_edges.h"

#include <cmath>
#include <numbers>

#include "talus/picture/lines/tubes.h"

namespace talus::run {
namespace {

using picture::Tube;

/// Three great circles.
std::vector<Tube> circlesOf(const geometry::Sphere& sphere, double radius, picture::Colour colour) {
    constexpr int corners = 96;
    const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<Tube> tubes;
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < corners; ++i) {
            const auto at = [&](int corner) {
                const double angle = 2 * std::numbers::pi * corner / corners;
                return sphere.centre + axes[k] * (sphere.radius * std::cos(angle)) +
                       axes[(k + 1) % 3] * (sphere.radius * std::sin(angle));
            };
            tubes.push_back({at(i), at(i + 1), radius, colour});
        }
    return tubes;
}

void add(picture::Picture& picture, const std::vector<Tube>& tubes) {
    picture::Mesh mesh = picture::tubesMesh(tubes);
    mesh.front_only = true;
    if (!mesh.triangle.empty()) picture.meshes.push_back(std::move(mesh));
}

}  // namespace

void addWallEdges(picture::Picture& picture, const environment::Wall& wall, const environment::Pose& pose,
                  const WallView& view, const picture::Colour& colour, double radius) {
    picture::Picture whole;
    addWall(whole, wall, pose, view, colour);
    const picture::Colour dark{0.55f * colour.r, 0.55f * colour.g, 0.55f * colour.b};
    picture.tanks.insert(picture.tanks.end(), whole.tanks.begin(), whole.tanks.end());
    if (wall.kind == environment::Wall::Kind::BoxInside) {
        geometry::Box box = wall.box;
        if (view.tray_height) box.max.z = box.min.z + *view.tray_height;
        std::vector<Tube> tubes = picture::edgesOf(box, radius, dark);
        for (Tube& tube : tubes) {
            tube.from = pose.toWorld(tube.from);
            tube.to = pose.toWorld(tube.to);
        }
        return add(picture, tubes);
    }
    for (const picture::Obstacle& obstacle : whole.obstacles)
        if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape))
            add(picture, circlesOf(*sphere, radius, dark));
        else
            picture.obstacles.push_back(obstacle);
    for (const picture::Mesh& mesh : whole.meshes) add(picture, picture::edgesOf(mesh, radius, dark));
}

}  // namespace talus::run

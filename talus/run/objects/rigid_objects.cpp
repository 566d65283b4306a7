#include "talus/run/objects/rigid_objects.h"

#include <algorithm>
#include <cstring>

#include "talus/run/objects/wall_mesh.h"
#include "talus/run/picture/look/drawn_walls.h"

namespace talus::run {
namespace {

template <class T>
state::Points::Array arrayOf(const char* name, state::Scalar scalar, int components,
                             const std::vector<T>& values) {
    state::Points::Array array{name, scalar, components, std::vector<std::byte>(values.size() * sizeof(T))};
    std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

Vec3d colourOf(const scene::Scene& scene, const environment::Wall& wall) {
    const auto& materials = scene.environment.materials;
    const auto found = std::ranges::find(materials, wall.material, &environment::Material::name);
    return found == materials.end() ? environment::Material{}.colour : found->colour;
}

}  // namespace

std::vector<RigidObject> rigidObjects(const scene::Scene& scene) {
    std::vector<RigidObject> objects;
    const std::vector<environment::Wall>& walls = scene.environment.walls;
    for (std::size_t w = 0; w < walls.size(); ++w) {
        if (!walls[w].visible && !walls[w].made) continue;
        geometry::Mesh mesh = meshOf(walls[w]);
        if (!mesh.triangles.empty())
            objects.push_back({walls[w].name, w, colourOf(scene, walls[w]), std::move(mesh)});
    }
    return objects;
}

Result<std::vector<std::optional<environment::Pose>>> posesIn(const scene::Scene& scene,
                                                              const std::vector<RigidObject>& objects,
                                                              const Frame& frame) {
    const auto drawn = drawnWalls(scene, frame.time, frame.find<state::PointsView>("bodies"), {});
    if (!drawn) return drawn.error();
    std::vector<std::optional<environment::Pose>> poses(objects.size());
    for (const DrawnWall& wall : *drawn)
        for (std::size_t k = 0; k < objects.size(); ++k)
            if (objects[k].wall == wall.index) poses[k] = wall.pose;
    return poses;
}

state::Mesh joined(const std::vector<RigidObject>& objects,
                   const std::vector<std::optional<environment::Pose>>& poses, double time) {
    std::vector<Vec3d> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    std::vector<std::uint32_t> numbers;
    for (std::size_t k = 0; k < objects.size(); ++k) {
        const auto first = static_cast<std::uint32_t>(points.size());
        for (const Vec3d& p : objects[k].mesh.points)
            points.push_back(poses[k] ? poses[k]->toWorld(p) : Vec3d{});
        for (const auto& [a, b, c] : objects[k].mesh.triangles) {
            triangles.push_back({first + a, first + b, first + c});
            numbers.push_back(static_cast<std::uint32_t>(k));
        }
    }
    state::Mesh mesh;
    mesh.points.time = time;
    mesh.points.count = points.size();
    mesh.points.position = arrayOf("position", state::Scalar::F64, 3, points);
    mesh.count = triangles.size();
    mesh.corners = arrayOf("corners", state::Scalar::U32, 3, triangles);
    mesh.fields.push_back(arrayOf("object", state::Scalar::U32, 1, numbers));
    return mesh;
}

}  // namespace talus::run

#include "talus/math/rotation.h"
#include "talus/method/read_mesh.h"
#include "talus/scene/passes.h"

namespace talus::scene {

void loadMeshes(method::Scene& scene, const method::Checking& checked) {
    for (std::size_t i = 0; i < scene.environment.walls.size(); ++i) {
        environment::Wall& wall = scene.environment.walls[i];
        if (wall.kind != environment::Wall::Kind::Mesh || settings::full(checked.diagnostics)) continue;
        auto mesh = method::readMesh(checked, "wall", i, wall.file, method::bytes_of_wall_triangle);
        if (!mesh) continue;
        const Rotation rotation = rotationBy(wall.rotation);
        for (Vec3d& p : mesh->points) p = rotated(rotation, p * wall.scale) + wall.position;
        wall.mesh = std::make_shared<const geometry::Mesh>(std::move(*mesh));
    }
}

}  // namespace talus::scene

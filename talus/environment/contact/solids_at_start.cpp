#include "talus/environment/contact/solids_at_start.h"

#include "talus/environment/wall_motion.h"

namespace talus::environment {

WallsAt wallsAtStart(const Walls& walls, const std::vector<Wall>& scene) {
    std::vector<Vec3d> shift, axis_x, axis_y, velocity, spin;
    for (std::size_t w = 0; w < scene.size(); ++w) {
        const Pose pose = scene[w].presence.at(0) ? startPose(scene[w]) : absentPose(w);
        shift.push_back(pose.shift);
        axis_x.push_back(pose.rotation.x);
        axis_y.push_back(pose.rotation.y);
        velocity.push_back(pose.velocity);
        spin.push_back(pose.spin);
    }
    const auto view = [](const std::vector<Vec3d>& column) {
        return exec::View<const Vec3d>(column.data(), column.size());
    };
    return {walls, 0, {view(shift), view(axis_x), view(axis_y), view(velocity), view(spin)}};
}

bool overlapsSolid(const WallsAt& walls, const Vec3d& centre, double radius) {
    for (std::size_t f = 0; f < walls.walls().faces().size(); ++f)
        if (!walls.face(f).thin() && walls.distance(f, centre).distance < radius) return true;
    for (std::size_t w = 0; w < walls.walls().bodies().size(); ++w)
        if (walls.walls().isMeshOfBody(w) && walls.distanceFromMesh(w, centre).distance < radius) return true;
    return false;
}

}  // namespace talus::environment

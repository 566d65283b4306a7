#include "talus/scene/wall_places.h"

namespace talus::scene {

grains::Pose poseOf(const Scene& scene, const grains::Wall& wall, double time) {
    std::vector<grains::Motion> own;
    for (const grains::Motion& motion : scene.motions)
        if (motion.wall == wall.name) own.push_back(motion);
    return grains::composed(grains::poseOf(own, time), grains::startPose(wall));
}

std::vector<double> momentsOf(const Scene& scene, const grains::Wall& wall) {
    std::vector<double> moments{0};
    constexpr int count = 48;
    for (const grains::Motion& motion : scene.motions) {
        if (motion.wall != wall.name) continue;
        for (int k = 1; k <= count; ++k) moments.push_back(scene.time.duration * k / count);
        break;
    }
    return moments;
}

}  // namespace talus::scene

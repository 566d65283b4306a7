#include "talus/method/wall_places.h"

namespace talus::method {

environment::Pose poseOf(const Common& scene, const environment::Wall& wall, double time) {
    std::vector<environment::Motion> own;
    for (const environment::Motion& motion : scene.environment.motions)
        if (motion.wall == wall.name) own.push_back(motion);
    return environment::composed(environment::poseOf(own, time), environment::startPose(wall));
}

std::vector<double> momentsOf(const Common& scene, const environment::Wall& wall) {
    std::vector<double> moments{0};
    constexpr int count = 48;
    for (const environment::Motion& motion : scene.environment.motions) {
        if (motion.wall != wall.name) continue;
        for (int k = 1; k <= count; ++k) moments.push_back(scene.time.duration * k / count);
        break;
    }
    return moments;
}

}  // namespace talus::method

#include "talus/method/wall_poses.h"

namespace talus::method {

environment::Pose poseOf(const Common& scene, const environment::Wall& wall, double time) {
    if (!wall.presence.at(time)) return environment::absentPose(0);
    std::vector<environment::Motion> own;
    for (const environment::Motion& motion : scene.environment.motions)
        if (motion.wall == wall.name) own.push_back(motion);
    return environment::composed(environment::poseOf(own, time), environment::startPose(wall));
}

std::vector<double> sampleTimesOf(const Common& scene, const environment::Wall& wall) {
    std::vector<double> times{0};
    constexpr int count = 48;
    for (const environment::Motion& motion : scene.environment.motions) {
        if (motion.wall != wall.name) continue;
        for (int k = 1; k <= count; ++k) times.push_back(scene.time.duration * k / count);
        break;
    }
    return times;
}

}  // namespace talus::method

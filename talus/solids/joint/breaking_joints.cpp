#include "talus/solids/joint/breaking_joints.h"

namespace talus::solids {

std::optional<BreakingJoint> firstToBreak(const Setup& setup, std::span<const std::size_t> acting,
                                          std::span<const JointLoad> loads) {
    std::optional<BreakingJoint> first;
    double largest = 1;
    for (const std::size_t j : acting) {
        const auto& bears = setup.joints[j].joint.breaks_at;
        if (!bears) continue;
        const double force = length(loads[j].force), overload = force / *bears;
        if (!(overload > largest)) continue;
        largest = overload;
        first = {j, {true, loads[j].force * (*bears / force), loads[j].torque * (*bears / force)}};
    }
    return first;
}

void transmit(const Setup& setup, const BreakingJoint& breaking, double dt, std::vector<BodyState>& bodies) {
    const PreparedJoint& joint = setup.joints[breaking.joint];
    const Vec3d impulse = breaking.load.force * dt, angular = breaking.load.torque * dt;
    const auto give = [&](std::size_t b, const Vec3d& linear, const Vec3d& about_centre) {
        if (!setup.bodies[b].free) return;
        bodies[b].velocity += linear / setup.bodies[b].rigid.mass;
        bodies[b].spin += spinOf(setup.bodies[b].rigid, bodies[b], about_centre);
    };
    give(joint.first, impulse, angular);
    if (!joint.second) return;
    // The same at the second, about its own centre of mass.
    const Vec3d apart = bodies[joint.first].position - bodies[*joint.second].position;
    give(*joint.second, -impulse, -(angular + cross(apart, impulse)));
}

}  // namespace talus::solids

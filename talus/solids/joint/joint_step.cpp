#include "talus/solids/joint/joint_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/solids/fields.h"

namespace talus::solids {
namespace {

/// The largest mobility of a body about axes across a lever, times the length of the lever [1/(kg m)].
double turnsBy(const Rigid& rigid, const Vec3d& lever) {
    const double arm = length(lever);
    if (!(arm > 0)) return 0;
    const Vec3d along = lever / arm, other = std::abs(along.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
    const Vec3d u = normalized(cross(other, along)), v = cross(along, u);
    const Vec3d by_u = times(rigid.inverse_inertia, u), by_v = times(rigid.inverse_inertia, v);
    const double a = dot(u, by_u), b = dot(v, by_v), c = dot(u, by_v);
    return arm * (0.5 * (a + b) + std::hypot(0.5 * (a - b), c));
}

}  // namespace

double longestJointStep(const Setup& setup, const state::World& world) {
    double longest = std::numeric_limits<double>::infinity();
    if (setup.joints.empty()) return longest;
    const auto force = world.table(joints_table).read(fields::joint_force);
    std::vector<double> stiffness(setup.bodies.size(), 0);  // w^2 of each body [1/s^2]
    for (std::size_t j = 0; j < setup.joints.size(); ++j) {
        const PreparedJoint& joint = setup.joints[j];
        if (joint.joint.kind == Joint::Kind::Spring) continue;
        const double pull = length(force[j]);
        const auto add = [&](std::size_t b, const Vec3d& lever) {
            const PreparedBody& body = setup.bodies[b];
            if (!body.free) return;
            stiffness[b] += pull * turnsBy(body.rigid, lever);
            if (joint.joint.kind == Joint::Kind::Rope && *joint.joint.length > 0)
                stiffness[b] += pull / (body.rigid.mass * *joint.joint.length);
        };
        add(joint.first, joint.on_first);
        if (joint.second) add(*joint.second, joint.on_second);
    }
    for (const double s : stiffness) longest = std::min(longest, 1 / std::sqrt(s));
    return longest;
}

}  // namespace talus::solids

#include "talus/solids/joint/pull_springs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/environment/wall_state.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/joint/joint_rows.h"

namespace talus::solids {
namespace {

/// One end of a spring.
struct End {
    Vec3d position, velocity;
    const PreparedBody* body = nullptr;  ///< null where it does not give way
    std::size_t index = 0;

    double mobilityAlong(const Vec3d& along, const BodyState& state) const {
        return body ? mobility(body->rigid, state, position - state.position, along) : 0;
    }
};

}  // namespace

step::Access PullSprings::access() const {
    step::Access access{.reads = bodyFields(), .writes = bodyFields(), .resizes = {}};
    access.writes.push_back({bodies_table, &fields::pushed});
    for (const step::FieldRef& field : jointFields()) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    for (const step::FieldRef& field : environment::wallStateFields(*setup.walls))
        access.reads.push_back(field);
    return access;
}

void PullSprings::run(step::Step& step) const {
    const BodyRows rows = writeBodies(step);
    const JointRows loads = writeJoints(step);
    const auto pushed = step.write(bodies_table, fields::pushed);
    const environment::WallsAt at(*setup.walls, step.time(), environment::wallState(step, *setup.walls));
    const double dt = step.dt;
    for (std::size_t j = 0; j < setup.joints.size(); ++j) {
        const PreparedJoint& joint = setup.joints[j];
        if (joint.joint.kind != Joint::Kind::Spring) continue;
        loads.force[j] = loads.torque[j] = {};
        if (loads.broken[j]) continue;
        const auto endOn = [&](std::size_t body, const Vec3d& point) {
            const BodyState state = rows.at(body);
            const Vec3d x = state.position + rotated(state.rotation, point);
            return End{x, state.velocityAt(x), setup.bodies[body].free ? &setup.bodies[body] : nullptr, body};
        };
        const auto absent = [&](std::size_t wall) { return environment::isAbsent(at.pose(wall)); };
        if (absent(setup.bodies[joint.first].wall) || (joint.wall && absent(*joint.wall))) continue;
        const End first = endOn(joint.first, joint.on_first);
        End second;
        if (joint.second) {
            second = endOn(*joint.second, joint.on_second);
        } else {
            const environment::Pose pose = joint.wall ? at.pose(*joint.wall) : environment::Pose{};
            second.position = pose.toWorld(joint.on_second);
            second.velocity = pose.velocityAt(second.position);
        }
        const Vec3d apart = first.position - second.position;
        const double distance = length(apart), k = joint.joint.stiffness, c = joint.joint.damping;
        if (!(distance > 0)) continue;
        const Vec3d along = apart / distance;
        const double rate = dot(first.velocity - second.velocity, along);
        const double gives = first.mobilityAlong(along, rows.at(first.index)) +
                             (second.body ? second.mobilityAlong(along, rows.at(second.index)) : 0);
        const double held = -dt * (k * (distance + rate * dt - *joint.joint.length) + c * rate) /
                            (1 + (k * dt * dt + c * dt) * gives);
        // Where it breaks it transmits no more than it bears.
        const double most = dt * joint.joint.breaks_at.value_or(std::numeric_limits<double>::infinity());
        const double impulse = std::clamp(held, -most, most);
        for (const auto& [end, sign] : {std::pair(first, 1.0), std::pair(second, -1.0)}) {
            if (end.body == nullptr) continue;
            BodyState state = rows.at(end.index);
            push(end.body->rigid, state, along * (sign * impulse), end.position - state.position);
            rows.set(end.index, state);
            pushed[end.index] = 1;
        }
        const Vec3d force = along * (impulse / dt);
        loads.set(
            j, {std::abs(held) > most, force, cross(first.position - rows.at(joint.first).position, force)});
    }
}

}  // namespace talus::solids

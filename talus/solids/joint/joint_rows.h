#pragma once
#include "talus/solids/fields.h"
#include "talus/solids/joint/prepared_joint.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Views of the columns of joints.
struct JointRows {
    exec::View<std::uint8_t> broken;
    exec::View<Vec3d> force, torque, impulse, angular_impulse;
    exec::View<double> time;

    JointLoad at(std::size_t j) const { return {broken[j] != 0, force[j], torque[j]}; }
    void set(std::size_t j, const JointLoad& load) const {
        broken[j] = load.broken ? 1 : 0;
        force[j] = load.force;
        torque[j] = load.torque;
    }
    /// Adds the load of a step to the sums of the frame.
    void addToFrame(std::size_t j, double dt) const {
        impulse[j] += force[j] * dt;
        angular_impulse[j] += torque[j] * dt;
        time[j] += dt;
    }
};

/// @pre the stage's lists have jointFields()
inline JointRows writeJoints(step::Step& step) {
    return {step.write(joints_table, fields::broken),
            step.write(joints_table, fields::joint_force),
            step.write(joints_table, fields::joint_torque),
            step.write(joints_table, fields::joint_impulse),
            step.write(joints_table, fields::joint_angular_impulse),
            step.write(joints_table, fields::joint_load_time)};
}

inline std::vector<step::FieldRef> jointFields() {
    return {{joints_table, &fields::broken},
            {joints_table, &fields::joint_force},
            {joints_table, &fields::joint_torque},
            {joints_table, &fields::joint_impulse},
            {joints_table, &fields::joint_angular_impulse},
            {joints_table, &fields::joint_load_time}};
}

}  // namespace talus::solids

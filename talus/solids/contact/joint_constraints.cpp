#include "talus/solids/contact/joint_constraints.h"

#include <algorithm>

#include "talus/solids/joint/constraints.h"

namespace talus::solids {

JointConstraints::JointConstraints(const Setup& setup, std::span<const ContactObject> objects, double unit)
    : unit_(unit) {
    joints_.reserve(setup.joints.size());  // Bullet keeps pointers to the feedback in them
    std::vector<const ContactObject*> of_body(setup.bodies.size());
    for (const ContactObject& object : objects)
        if (object.free) of_body[object.index] = &object;
    for (const PreparedJoint& from : setup.joints) {
        Held& joint = joints_.emplace_back();
        const ContactObject* first = of_body[from.first];
        const ContactObject* second = from.second ? of_body[*from.second] : nullptr;
        joint.first = first->body.get();
        btRigidBody* other = second ? second->body.get() : nullptr;
        if (other == nullptr) {
            joint.anchor = std::make_unique<btRigidBody>(0.0, nullptr, &no_shape_);
            joint.anchor->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
            moveAnchor(*joint.anchor, from.wall_start);
            other = joint.anchor.get();
        }
        joint.constraints = constraintsOf(from, *joint.first, *other, unit);
        for (std::size_t k = 0; k < joint.constraints.size(); ++k)
            joint.constraints[k]->setJointFeedback(&joint.feedback[k]);
        if (from.joint.collide) continue;
        const auto own = static_cast<std::uint32_t>(first - objects.data());
        for (std::uint32_t k = 0; k < objects.size(); ++k)
            if (&objects[k] == second || (from.wall && !objects[k].free && objects[k].wall == *from.wall))
                joint.apart.push_back(std::minmax(own, k));
    }
}

std::vector<std::size_t> JointConstraints::acting(const Setup& setup, const environment::WallsAt& walls,
                                                  std::span<JointLoad> loads) const {
    const auto absent = [&](std::size_t wall) { return environment::isAbsent(walls.pose(wall)); };
    std::vector<std::size_t> found;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const PreparedJoint& from = setup.joints[j];
        const Held& joint = joints_[j];
        if (joint.constraints.empty()) continue;
        if (loads[j].broken || absent(setup.bodies[from.first].wall) || (from.wall && absent(*from.wall))) {
            loads[j].force = loads[j].torque = {};
            continue;
        }
        if (joint.anchor) moveAnchor(*joint.anchor, from.wall ? walls.pose(*from.wall) : environment::Pose{});
        found.push_back(j);
    }
    return found;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> JointConstraints::joined(
    std::span<const JointLoad> loads) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::size_t j = 0; j < joints_.size(); ++j)
        if (!loads[j].broken) pairs.insert(pairs.end(), joints_[j].apart.begin(), joints_[j].apart.end());
    std::ranges::sort(pairs);
    return pairs;
}

std::vector<btCollisionObject*> JointConstraints::anchors() const {
    std::vector<btCollisionObject*> found;
    for (const Held& joint : joints_)
        if (joint.anchor) found.push_back(joint.anchor.get());
    return found;
}

void JointConstraints::moveAnchor(btRigidBody& anchor, const environment::Pose& pose) const {
    anchor.setWorldTransform(btTransform(toBullet(pose.rotation), toBullet(pose.shift / unit_)));
    anchor.setLinearVelocity(toBullet(pose.velocityAt(pose.shift) / unit_));
    anchor.setAngularVelocity(toBullet(pose.spin));
}

std::vector<btTypedConstraint*> JointConstraints::constraints(std::size_t j) const {
    std::vector<btTypedConstraint*> all;
    for (const auto& constraint : joints_[j].constraints) all.push_back(constraint.get());
    return all;
}

JointLoad JointConstraints::loadOf(std::size_t j) const {
    const Held& joint = joints_[j];
    JointLoad load;
    for (std::size_t k = 0; k < joint.constraints.size(); ++k) {
        // Which of its bodies Bullet calls A depends on the kind.
        const bool a = &joint.constraints[k]->getRigidBodyA() == joint.first;
        const btJointFeedback& by = joint.feedback[k];
        load.force += fromBullet(a ? by.m_appliedForceBodyA : by.m_appliedForceBodyB) * unit_;
        load.torque += fromBullet(a ? by.m_appliedTorqueBodyA : by.m_appliedTorqueBodyB) * (unit_ * unit_);
    }
    return load;
}

}  // namespace talus::solids

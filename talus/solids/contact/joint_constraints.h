#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/solids/contact/contact_object.h"

namespace talus::solids {

/// The joints of a scene as constraints of Bullet.
class JointConstraints {
  public:
    /// @param objects at their poses of the start; they stay where they are in memory
    JointConstraints(const Setup& setup, std::span<const ContactObject> objects, double unit);
    JointConstraints(const JointConstraints&) = delete;
    JointConstraints& operator=(const JointConstraints&) = delete;

    /// The joints that hold something in this step, by their numbers. Moves the anchors of those that hold to
    /// walls. The load of the others is set to zero.
    std::vector<std::size_t> acting(const Setup& setup, const environment::WallsAt& walls,
                                    std::span<JointLoad> loads) const;
    /// The constraints of a joint: what holds, and its motor.
    std::vector<btTypedConstraint*> constraints(std::size_t joint) const;
    /// Pairs of objects that do not collide because an unbroken joint holds them together, each with the
    /// smaller index first, sorted.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> joined(std::span<const JointLoad> loads) const;
    /// Bodies of the fixed or moving places to which joints hold bodies.
    std::vector<btCollisionObject*> anchors() const;
    /// The force and torque of a joint in the last solve.
    JointLoad loadOf(std::size_t joint) const;

  private:
    struct Held {
        btRigidBody* first = nullptr;
        std::unique_ptr<btRigidBody> anchor;
        std::vector<std::unique_ptr<btTypedConstraint>> constraints;  ///< none: a spring
        std::vector<std::pair<std::uint32_t, std::uint32_t>> apart;   ///< objects that do not collide
        std::array<btJointFeedback, 2> feedback;                      ///< of the constraints
    };
    void moveAnchor(btRigidBody& anchor, const environment::Pose& pose) const;

    double unit_;
    btEmptyShape no_shape_;
    std::vector<Held> joints_;  ///< in the order of the setup
};

}  // namespace talus::solids

#pragma once
#include <cstddef>
#include <optional>

#include "talus/environment/wall_motion.h"
#include "talus/solids/joint/joint.h"

namespace talus::solids {

/// A joint, prepared for the run.
struct PreparedJoint {
    Joint joint;            ///< with its axis of length 1 and its length set
    std::size_t first = 0;  ///< index of a body
    /// Wall of the second; for a body its wall. None: the world.
    std::optional<std::size_t> wall;
    std::optional<std::size_t> second;  ///< index of the second body, if it is one
    Vec3d on_first;                     ///< where it holds the first, in the frame of that body [m]
    Vec3d on_second;                    ///< in the frame of the second [m]
    environment::Pose wall_start;       ///< of `wall` at the start; of the world the identity
};

/// What a joint does in a step.
struct JointLoad {
    bool broken = false;
    Vec3d force;   ///< on the first body [N]
    Vec3d torque;  ///< on the first body, about its centre of mass [N m]
};

}  // namespace talus::solids

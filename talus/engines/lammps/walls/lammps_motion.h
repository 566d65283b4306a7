#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/motion.h"
#include "talus/math/rotation.h"

namespace talus::engines {

/// The motion of a LAMMPS region.
struct LammpsMotion {
    std::vector<std::string> variables;  ///< commands that define its variables, in order
    std::string keywords;  ///< " move ... rotate ..." after the region's shape; empty: no motion
};

/// The command that defines the variable `now`, the simulated time [s], which the other variables use. @param
/// dt length of a step [s]
std::string lammpsTimeVariable(double dt);

/// The motions of a wall as functions of time, for one region of it. A LAMMPS region has one axis of
/// rotation, so the result is empty where rotations have axes that are not parallel.
/// @param name of the region; its variables begin with it
/// @param turn rotation vector [rad], about `point` [m], from the region's shape to the wall's pose at time 0
std::optional<LammpsMotion> lammpsMotion(const std::string& name, const Vec3d& turn, const Vec3d& point,
                                         const std::vector<environment::Motion>& motions);

}  // namespace talus::engines

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/motion.h"
#include "talus/math/rotation.h"

namespace talus::engines {

/// How a region of LAMMPS moves.
struct LammpsMotion {
    std::vector<std::string> variables;  ///< commands that define its variables, in order
    std::string keywords;  ///< " move ... rotate ..." behind the region's shape; empty: it stands
};

/// The variable that the others read: simulated time [s]. @param dt of a step [s]
std::string lammpsTimeVariable(double dt);

/// The motions of a wall, as functions of time, for one region of it. LAMMPS knows one axis of rotation a
/// region, so nothing comes back where rotations are about axes that are not parallel.
/// @param name of the region; its variables begin with it
/// @param turn rotation vector that brings the region's shape into the wall [rad], about `point` [m]
std::optional<LammpsMotion> lammpsMotion(const std::string& name, const Vec3d& turn, const Vec3d& point,
                                         const std::vector<environment::Motion>& motions);

}  // namespace talus::engines

#pragma once
#include "talus/state/field.h"

/// The state of the walls: one row each, in the order of the scene. Methods that touch walls add columns.
namespace talus::environment {

inline constexpr const char* walls_table = "walls";

using state::Field;

namespace fields {
// Poses of walls that follow a body, set by what moves the bodies. Rows of other walls are not used.
inline constexpr Field<Vec3d> wall_shift{"shift", "m", "position of the origin of the wall's frame"};
inline constexpr Field<Vec3d> wall_axis_x{"axis_x", "", "direction of the x axis of the wall's frame"};
inline constexpr Field<Vec3d> wall_axis_y{"axis_y", "", "direction of the y axis of the wall's frame"};
inline constexpr Field<Vec3d> wall_velocity{"velocity", "m/s", "velocity of the wall at the scene's origin"};
inline constexpr Field<Vec3d> wall_spin{"spin", "rad/s", "angular velocity"};
}  // namespace fields

}  // namespace talus::environment

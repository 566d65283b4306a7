#pragma once
#include "talus/state/field.h"

/// The state of the walls: one row each, in the order of the scene. Methods that touch them add columns.
namespace talus::environment {

inline constexpr const char* walls_table = "walls";

using state::Field;

namespace fields {
// In scenes where walls follow something (bodies), which sets their poses; other walls do not use them.
inline constexpr Field<Vec3d> wall_shift{"shift", "m", "where the origin of the wall's own frame is"};
inline constexpr Field<Vec3d> wall_turn_x{"turn_x", "", "where its own x axis points to"};
inline constexpr Field<Vec3d> wall_turn_y{"turn_y", "", "where its own y axis points to"};
inline constexpr Field<Vec3d> wall_velocity{"velocity", "m/s", "with which it moves at the scene's origin"};
inline constexpr Field<Vec3d> wall_spin{"spin", "rad/s", "angular velocity"};
}  // namespace fields

}  // namespace talus::environment

#pragma once
#include "talus/state/world.h"

/// The state of rigid bodies, each field declared once: one row a body, in the order of the scene. Their
/// shapes and masses do not change and are settings.
namespace talus::solids {

inline constexpr const char* bodies_table = "bodies";

using state::Field;

namespace fields {
inline constexpr Field<Vec3d> position{"position", "m", "of the centre of mass"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "of the centre of mass"};
inline constexpr Field<Vec3d> axis_x{"axis_x", "", "where its own x axis points to"};
inline constexpr Field<Vec3d> axis_y{"axis_y", "", "where its own y axis points to"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<Vec3d> ground_force{"ground_force", "N",
                                           "of ground and walls on it, in the last step"};

// Where the body was when the ground under it was last pressed, in scenes with soil:
inline constexpr Field<Vec3d> pressed_position{"pressed_position", "m", "of the centre of mass"};
inline constexpr Field<Vec3d> pressed_axis_x{"pressed_axis_x", "", "of its own x axis"};
inline constexpr Field<Vec3d> pressed_axis_y{"pressed_axis_y", "", "of its own y axis"};
}  // namespace fields

}  // namespace talus::solids

#pragma once
#include "talus/state/world.h"

/// The state of rigid bodies: one row for each body, in the order of the scene. Each field is declared once.
/// Shapes and masses do not change and are settings.
namespace talus::solids {

inline constexpr const char* bodies_table = "bodies";

using state::Field;

namespace fields {
inline constexpr Field<Vec3d> position{"position", "m", "position of the centre of mass"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity of the centre of mass"};
inline constexpr Field<Vec3d> axis_x{"axis_x", "", "direction of the body's x axis"};
inline constexpr Field<Vec3d> axis_y{"axis_y", "", "direction of the body's y axis"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<Vec3d> ground_force{"ground_force", "N",
                                           "force of ground and walls on the body in the last step"};

// In scenes with soil: the pose of the body when the ground under it was last pressed.
inline constexpr Field<Vec3d> pressed_position{"pressed_position", "m",
                                               "position of the centre of mass at that time"};
inline constexpr Field<Vec3d> pressed_axis_x{"pressed_axis_x", "",
                                             "direction of the body's x axis at that time"};
inline constexpr Field<Vec3d> pressed_axis_y{"pressed_axis_y", "",
                                             "direction of the body's y axis at that time"};
}  // namespace fields

}  // namespace talus::solids

#pragma once
#include "talus/state/world.h"

/// The state of rigid bodies: one row for each body, in the order of the scene. Each field is declared once.
/// Shapes and masses do not change and are settings.
namespace talus::solids {

inline constexpr const char* bodies_table = "bodies";
inline constexpr const char* joints_table = "joints";
inline constexpr const char* contacts_table = "body_contacts";

using state::Field;

namespace fields {
inline constexpr Field<Vec3d> position{"position", "m", "position of the centre of mass"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity of the centre of mass"};
inline constexpr Field<Vec3d> axis_x{"axis_x", "", "direction of the body's x axis"};
inline constexpr Field<Vec3d> axis_y{"axis_y", "", "direction of the body's y axis"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<Vec3d> ground_force{"ground_force", "N",
                                           "force of ground and walls on the body in the last step"};

// Within a step:
inline constexpr Field<Vec3d> begin_velocity{"begin_velocity", "m/s", "velocity at the begin of the step",
                                             state::Lifetime::Scratch};
inline constexpr Field<Vec3d> spread_gain{
    "spread_gain", "m/s", "change of velocity by spread impulses in this step", state::Lifetime::Scratch};
inline constexpr Field<Vec3d> begin_spin{"begin_spin", "rad/s",
                                         "angular velocity after the spread impulses of this step",
                                         state::Lifetime::Scratch};
inline constexpr Field<std::uint8_t> pushed{
    "pushed", "", "whether the body took impulses of contacts or springs in this step",
    state::Lifetime::Scratch};
inline constexpr Field<Vec3d> contact_impulse{
    "contact_impulse", "N s", "impulse of ground and walls in this step", state::Lifetime::Scratch};

// Joints: one row each, in the order of the scene.
inline constexpr Field<std::uint8_t> broken{"broken", "", "1: the joint has broken"};
inline constexpr Field<Vec3d> joint_force{"force", "N",
                                          "force of the joint on its first body in the last step"};
inline constexpr Field<Vec3d> joint_torque{
    "torque", "N m", "torque of the joint on its first body about the centre of mass in the last step"};
inline constexpr Field<Vec3d> joint_impulse{"impulse", "N s",
                                            "impulse of the joint on its first body in this frame so far"};
inline constexpr Field<Vec3d> joint_angular_impulse{"angular_impulse", "N m s",
                                                    "angular impulse on the first body, over the same time"};
inline constexpr Field<double> joint_load_time{"time", "s", "time over which these sums were taken"};

// Contacts: one row for each point of a contact in the last step (contact/held_contact.h).
inline constexpr Field<std::uint32_t> contact_first{"first", "", "index of the first of the two things"};
inline constexpr Field<std::uint32_t> contact_second{"second", "", "index of the second"};
inline constexpr Field<Vec3d> contact_point{"point", "m", "position in the frame of the first"};
inline constexpr Field<double> contact_force{"force", "N", "force along the normal"};
inline constexpr Field<Vec3d> contact_friction{"friction", "N", "friction on the first"};

// Walls: a column of environment::walls_table, in scenes with free bodies.
inline constexpr Field<Vec3d> wall_body_impulse{"body_impulse", "N s",
                                                "impulse of free bodies on the wall in this frame so far"};
inline constexpr Field<double> wall_body_time{"body_time", "s", "time over which that sum was taken"};

// In scenes with soil: the pose of the body when the ground under it was last pressed.
inline constexpr Field<Vec3d> pressed_position{"pressed_position", "m",
                                               "position of the centre of mass at that time"};
inline constexpr Field<Vec3d> pressed_axis_x{"pressed_axis_x", "",
                                             "direction of the body's x axis at that time"};
inline constexpr Field<Vec3d> pressed_axis_y{"pressed_axis_y", "",
                                             "direction of the body's y axis at that time"};
}  // namespace fields

}  // namespace talus::solids

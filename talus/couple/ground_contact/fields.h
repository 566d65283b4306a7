#pragma once
#include "talus/grains/fields.h"
#include "talus/state/world.h"

/// The state of contacts between grains and ground. The columns of grains exist in scenes with ground.
namespace talus::couple {

inline constexpr const char* ground_load_table = "ground_load";

/// Maximum number of contacts with the ground whose history a grain keeps, the deepest ones: a ball rests on
/// three points.
inline constexpr std::size_t max_held_contacts = 3;

using state::Field;

namespace fields {
inline constexpr Field<std::uint8_t> ground_touches{"ground_touches", "",
                                                    "contacts with the ground whose history the grain keeps"};
inline constexpr Field<float> ground_clearance{
    "ground_room", "m", "distance that the grain may move before it can touch the ground; 0: not known"};
inline constexpr Field<Vec3<std::uint32_t>> ground_normals{
    "ground_normals", "", "of each such contact: x and y of its normal, 16 bits each; z is positive"};
inline constexpr Field<Vec3f> ground_spring[max_held_contacts]{
    {"ground_spring_1", "m", "history of the shear spring of the first contact with the ground"},
    {"ground_spring_2", "m", "history of the shear spring of the second contact"},
    {"ground_spring_3", "m", "history of the shear spring of the third contact"}};
// In scenes with contacts that resist rolling or twisting:
inline constexpr Field<Vec3f> ground_angle[max_held_contacts]{
    {"ground_angle_1", "rad", "angle of the rolling spring of the first contact with the ground"},
    {"ground_angle_2", "rad", "angle of the rolling spring of the second contact"},
    {"ground_angle_3", "rad", "angle of the rolling spring of the third contact"}};
// In scenes whose grains may become ground:
inline constexpr Field<float> sunk{
    "sunk", "m",
    "depth to which the ground rose around the grain: the ground touches its radius less this depth"};
// In scenes whose grains may sleep:
inline constexpr Field<Vec3f> ground_force{"ground_force", "N",
                                           "force of the ground on the grain; sleeping grains keep it",
                                           state::StartValue::Settings};
inline constexpr Field<Vec3f> ground_torque{
    "ground_torque", "N m", "torque of the ground on the grain about its centre; sleeping grains keep it",
    state::StartValue::Settings};

// Ground load: one row.
inline constexpr Field<Vec3d> load_sum{
    "force_sum", "N", "forces of the grains on the ground, summed over the steps of this frame so far",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> load_torque_sum{"torque_sum", "N m",
                                              "torques of the grains on the ground about the scene's origin, "
                                              "summed over the steps of this frame so far",
                                              state::StartValue::Settings};
inline constexpr Field<std::uint64_t> clearance_version{
    "room_after", "", "number of ground changes for which the grains' `ground_room` holds"};
inline constexpr Field<std::uint64_t> load_steps{"steps", "", "number of steps in these sums"};
}  // namespace fields

/// Adds these columns to the table of grains, and the table of the ground's load. @pre the grains' tables
/// exist
void addGroundContacts(state::World& world, bool resists_turning, bool rests, bool settles);

}  // namespace talus::couple

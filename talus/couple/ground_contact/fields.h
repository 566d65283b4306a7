#pragma once
#include "talus/grains/fields.h"
#include "talus/state/world.h"

/// What grains and ground remember of each other. The columns of grains are there in scenes with ground.
namespace talus::couple {

inline constexpr const char* ground_load_table = "ground_load";

/// A grain remembers so many of its contacts with the ground, the deepest ones: a ball rests on three points.
inline constexpr std::size_t remembered = 3;

using state::Field;

namespace fields {
inline constexpr Field<std::uint8_t> ground_touches{"ground_touches", "",
                                                    "contacts with the ground that the grain remembers"};
inline constexpr Field<float> ground_room{
    "ground_room", "m", "so far the grain may go before it can touch the ground; 0: not known"};
inline constexpr Field<Vec3<std::uint32_t>> ground_normals{
    "ground_normals", "", "of each: x and y of its normal, 16 bits each; z is positive"};
inline constexpr Field<Vec3f> ground_spring[remembered]{
    {"ground_spring_1", "m", "history of the shear spring of the first contact with the ground"},
    {"ground_spring_2", "m", "of the second"},
    {"ground_spring_3", "m", "of the third"}};
// In scenes with contacts that resist turning:
inline constexpr Field<Vec3f> ground_angle[remembered]{
    {"ground_angle_1", "rad", "that the spring against turning of the first contact holds"},
    {"ground_angle_2", "rad", "of the second"},
    {"ground_angle_3", "rad", "of the third"}};
// In scenes whose grains may become ground:
inline constexpr Field<float> sunk{
    "sunk", "m", "so much less is its radius to the ground, which rose around it; it never grows by itself"};
// In scenes whose grains may rest:
inline constexpr Field<Vec3f> ground_force{"ground_force", "N",
                                           "of the ground on the grain; grains that sleep keep it"};
inline constexpr Field<Vec3f> ground_torque{"ground_torque", "N m", "likewise its torque about the centre"};

// Ground load: one row.
inline constexpr Field<Vec3d> load_sum{
    "force_sum", "N", "forces of the grains on the ground, summed over the steps of this frame so far"};
inline constexpr Field<Vec3d> load_torque_sum{"torque_sum", "N m",
                                              "likewise their torques about the scene's origin"};
inline constexpr Field<std::uint64_t> room_after{
    "room_after", "", "changes of the ground for which `ground_room` of grains holds"};
inline constexpr Field<std::uint64_t> load_steps{"steps", "", "steps in these sums"};
}  // namespace fields

/// Adds these columns to the table of grains, and the ground's load. @pre the grains' tables are there
void addGroundContacts(state::World& world, bool resists_turning, bool rests, bool settles);

}  // namespace talus::couple

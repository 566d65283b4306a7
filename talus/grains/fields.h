#pragma once
#include "talus/state/field.h"

/// The state of the grains and of their contacts, each field declared once.
namespace talus::grains {

inline constexpr const char* grains_table = "grains";
inline constexpr const char* contacts_table = "contacts";
inline constexpr const char* wall_contacts_table = "wall_contacts";
inline constexpr const char* emitters_table = "emitters";

using state::Field;
using state::Lifetime;

namespace fields {
// One row a grain, in the order of the last neighbour search (talus/neighbors/).
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "velocity of the centre"};
inline constexpr Field<Vec3d> spin{"spin", "rad/s", "angular velocity"};
inline constexpr Field<double> radius{"radius", "m", "radius"};
inline constexpr Field<double> mass{"mass", "kg", "4/3 pi radius^3 density"};
inline constexpr Field<std::uint16_t> material{"material", "", "index into the scene's materials"};
inline constexpr Field<std::uint32_t> id{"id", "", "never changes and is never reused; counts from 0"};
inline constexpr Field<float> birth{"birth", "s", "simulated time at which the grain appeared"};
inline constexpr Field<Vec3f> drift{"drift", "m", "displacement since the last neighbour search"};
inline constexpr Field<Vec3d> force{"force", "N", "sum of all forces (the next step begins with it)"};
inline constexpr Field<Vec3d> torque{"torque", "N m", "sum of all torques about the centre"};
inline constexpr Field<std::uint32_t> contacts_end{
    "contacts_end", "",
    "one past the grain's last row in the table of contacts; they begin where the grain before ends"};

// Contacts: one row for each listed pair of grains. A pair within one block of grains (contact_list.h) is
// listed once, with the grain that comes first; a pair across blocks is listed with both.
inline constexpr Field<std::uint32_t> partner{"partner", "", "row of the other grain"};
inline constexpr Field<Vec3d> spring{"spring", "m", "shear spring xi; zero while the two do not touch"};
inline constexpr Field<std::uint8_t> touching{
    "touching", "", "0 when the two are known not to have touched in the last step, else 1"};

// Wall contacts: one row for each listed pair of grain and wall face, ordered by grain, then face.
inline constexpr Field<std::uint32_t> wall_grain{"grain", "", "row of the grain"};
inline constexpr Field<std::uint16_t> wall_face{"face", "", "index of the wall face (wall_faces.h)"};
inline constexpr Field<Vec3d> wall_spring{"spring", "m", "shear spring xi; zero while the two do not touch"};

// Emitters: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> emitted{"emitted", "", "grains made so far"};
inline constexpr Field<std::uint64_t> tried{"tried", "",
                                            "places tried so far: the index of the next random draw"};
inline constexpr Field<double> next_round{"next_round", "s", "simulated time of the next attempt to pour"};
}  // namespace fields

}  // namespace talus::grains

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
inline constexpr Field<Vec3d> force{"force", "N", "sum of all forces", Lifetime::Scratch};
inline constexpr Field<Vec3d> torque{"torque", "N m", "sum of all torques about the centre",
                                     Lifetime::Scratch};
}  // namespace fields

}  // namespace talus::grains

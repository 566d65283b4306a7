#pragma once
#include "talus/state/field.h"

/// What grains and water remember of each other.
namespace talus::couple::water_grains {

using state::Field;
using state::Lifetime;

inline constexpr const char* clock_table = "water_grains";
inline constexpr const char* water_rows_table = "water_grains.water";

namespace fields {
// Columns of the grains' table. Of the water around each, as its last step left it:
inline constexpr Field<Vec3d> water_velocity{
    "water_velocity", "m/s", "of the water around it; the grain's own drag changes it until the water steps"};
inline constexpr Field<Vec3d> water_acceleration{
    "water_acceleration", "m/s^2",
    "of the water around it by all but drag, over the water's steps since its own"};
inline constexpr Field<double> submerged{"submerged", "", "how far it is in water: 0 dry, 1 within it"};
inline constexpr Field<double> water_share{"water_share", "",
                                           "share of the space around it that is not grains"};
inline constexpr Field<double> crowding{"crowding", "",
                                        "volume of grains a volume of water around it, itself included"};
// What acts between the two:
inline constexpr Field<Vec3d> water_lift{"water_lift", "N",
                                         "of the water's pressure on it, in its last step"};
inline constexpr Field<Vec3d> water_drag{"water_drag", "N", "of the water's drag, likewise"};
inline constexpr Field<Vec3d> owed_lift{"owed_lift", "N s",
                                        "what it got of pressure since the water's last step"};
inline constexpr Field<Vec3d> owed_drag{"owed_drag", "N s",
                                        "what it got of drag, and the water has still to lose"};

// One row.
inline constexpr Field<double> grains_time{"grains_time", "s", "up to which the grains have stepped"};
inline constexpr Field<double> watched{"watched", "s", "that these means of the grains cover"};
inline constexpr Field<Vec3d> lift_owed{
    "lift_owed", "N s", "what all grains got of pressure beyond what the water's solver took off the water"};

// Within a step of the water, a row a particle:
inline constexpr Field<float> filled{"filled", "", "share of its kernel that is grains", Lifetime::Scratch};
inline constexpr Field<Vec3f> filled_slope{"filled_slope", "1/m", "its gradient", Lifetime::Scratch};
inline constexpr Field<float> load{"load", "", "volume of grains that it carries, of its own volume",
                                   Lifetime::Scratch};
inline constexpr Field<Vec3f> reaction{"reaction", "m/s^2",
                                       "acceleration by what grains got of it, but for the solver's part",
                                       Lifetime::Scratch};
inline constexpr Field<Vec3f> drag_reaction{"drag_reaction", "m/s^2", "the part of that which is drag",
                                            Lifetime::Scratch};
}  // namespace fields

}  // namespace talus::couple::water_grains

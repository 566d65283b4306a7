#pragma once
#include "talus/state/field.h"

/// State of the coupling of grains and water.
namespace talus::couple::water_grains {

using state::Field;
using state::Lifetime;

inline constexpr const char* clock_table = "water_grains";
inline constexpr const char* water_rows_table = "water_grains.water";

namespace fields {
// Columns of the grains' table. The water around each grain, as of the water's last step:
inline constexpr Field<Vec3d> water_velocity{
    "water_velocity", "m/s",
    "velocity of the water around the grain; its drag changes it until the water's next step"};
inline constexpr Field<Vec3d> water_acceleration{
    "water_acceleration", "m/s^2",
    "acceleration of the water around the grain without drag, mean since the last step of the grains"};
inline constexpr Field<double> submerged{"submerged", "", "0 dry to 1 submerged"};
inline constexpr Field<double> water_share{"water_share", "",
                                           "share of the space around the grain that is not grains"};
inline constexpr Field<double> crowding{
    "crowding", "", "volume of grains per volume of water around the grain, itself included"};
// Forces between grains and water:
inline constexpr Field<Vec3d> water_lift{"water_lift", "N",
                                         "force of the water's pressure in the last step of the grains"};
inline constexpr Field<Vec3d> water_drag{"water_drag", "N",
                                         "force of the water's drag in the last step of the grains"};
inline constexpr Field<Vec3d> owed_lift{"owed_lift", "N s",
                                        "impulse of the water's pressure since the water's last step"};
inline constexpr Field<Vec3d> owed_drag{"owed_drag", "N s",
                                        "impulse of the drag that the water has not lost yet"};

// One row.
inline constexpr Field<double> grains_time{"grains_time", "s", "simulated time that the grains have reached"};
inline constexpr Field<double> watched{"watched", "s", "time over which water_acceleration is a mean"};
inline constexpr Field<Vec3d> lift_owed{
    "lift_owed", "N s",
    "impulse of pressure on all grains beyond what the water's solver took from the water"};

// Scratch of the water's step, one row per particle:
inline constexpr Field<float> filled{"filled", "", "share of the particle's kernel that is grains",
                                     Lifetime::Scratch};
inline constexpr Field<Vec3f> filled_slope{"filled_slope", "1/m", "gradient of filled", Lifetime::Scratch};
inline constexpr Field<float> load{
    "load", "", "volume of grains that the particle carries, over its own volume", Lifetime::Scratch};
inline constexpr Field<Vec3f> reaction{
    "reaction", "m/s^2", "acceleration by the reaction of grains, without the part in the solver",
    Lifetime::Scratch};
inline constexpr Field<Vec3f> drag_reaction{"drag_reaction", "m/s^2",
                                            "the part of reaction that is due to drag", Lifetime::Scratch};
}  // namespace fields

}  // namespace talus::couple::water_grains

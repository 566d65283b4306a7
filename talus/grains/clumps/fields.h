#pragma once
#include "talus/grains/fields.h"

/// The state of clumps: grains of several spheres that move as one rigid body. Each sphere is a row of the
/// table of grains. Shapes do not change and are settings.
namespace talus::grains {

inline constexpr const char* clumps_table = "clumps";
inline constexpr const char* clump_spheres_table = "clump_spheres";

/// Value of fields::clump for a ball.
inline constexpr std::uint32_t no_clump = ~std::uint32_t{0};

namespace fields {
// Columns that the table of grains has in scenes with clumps. There `mass` of a sphere is the mass of its
// clump: a contact needs the mass of the whole grain.
inline constexpr Field<std::uint32_t> clump{"clump", "",
                                            "row of the clump of this sphere; 4294967295: it is a ball"};
inline constexpr Field<std::uint16_t> part{"part", "", "number of this sphere in its clump; 0 for a ball"};

// Clumps: one row each, in the order of their first spheres since the last search.
inline constexpr Field<Vec3d> clump_position{"position", "m", "position of the centre of mass"};
inline constexpr Field<Vec3d> clump_velocity{"velocity", "m/s", "velocity of the centre of mass"};
inline constexpr Field<Vec3d> axis_x{"axis_x", "", "direction of the shape's first principal axis"};
inline constexpr Field<Vec3d> axis_y{"axis_y", "", "direction of the shape's second principal axis"};
inline constexpr Field<Vec3d> angular_momentum{"angular_momentum", "kg m^2/s", "about the centre of mass"};
inline constexpr Field<Vec3d> clump_force{"force", "N", "sum of all forces; the next step starts with it",
                                          state::StartValue::Settings};
inline constexpr Field<Vec3d> clump_torque{"torque", "N m", "sum of all torques about the centre of mass",
                                           state::StartValue::Settings};
inline constexpr Field<double> clump_mass{"mass", "kg", "mass"};
inline constexpr Field<double> clump_radius{"radius", "m", "radius of the ball with the same volume"};
inline constexpr Field<std::uint16_t> shape{"shape", "", "index into the scene's shapes of grains"};
inline constexpr Field<std::uint32_t> first_sphere{"first_sphere", "",
                                                   "first row of its spheres in `clump_spheres`"};

// Spheres of clumps: the spheres of the first clump in their order, then those of the next.
inline constexpr Field<std::uint32_t> sphere_row{"grain", "", "row of the sphere in the table of grains"};

// Sinks: a column in scenes with clumps, where `taken` counts grains.
inline constexpr Field<std::uint64_t> taken_spheres{"taken_spheres", "", "number of spheres removed so far"};
}  // namespace fields

}  // namespace talus::grains

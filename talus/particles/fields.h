#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "talus/state/field.h"

/// The state of a particle system, each field declared once. Positions are in double precision, so that a
/// point a kilometre from the origin can still rest on a thin wall. All else is in single precision.
namespace talus::particles {

using state::Field;
using state::Lifetime;

/// The names of a system's tables and scratch. Stages share ownership, because tables refer to these strings.
struct TableNames {
    explicit TableNames(const std::string& system)
        : particles("particles." + system),
          emitters(particles + ".emitters"),
          ledger(particles + ".ledger"),
          loads(particles + ".loads"),
          ground_load(particles + ".ground_load"),
          pairs(particles + ".pairs"),
          contact(particles + ".contact") {}
    std::string particles, emitters, ledger, loads, ground_load;
    std::string pairs, contact;  ///< scratch of stages (step/scratch.h)
};
using Names = std::shared_ptr<const TableNames>;

namespace fields {
// One row per particle: 58 bytes, 62 with a temperature.
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3f> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<float> mass{"mass", "kg", "mass"};
inline constexpr Field<float> radius{"radius", "m", "radius"};
inline constexpr Field<float> birth{"birth", "s", "simulated time at which it appeared"};
inline constexpr Field<float> lifetime{"lifetime", "s",
                                       "time until it is removed; infinite: only sinks remove it"};
inline constexpr Field<std::uint32_t> id{"id", "", "never changes and is never reused; counts from 0"};
inline constexpr Field<std::uint16_t> emitter{"emitter", "", "index of the emitter that made it"};
// In systems with buoyancy:
inline constexpr Field<float> temperature{"temperature", "K", "temperature"};
// Within a step:
inline constexpr Field<Vec3f> force{"force", "N", "sum of all forces", Lifetime::Scratch};
// With runge-kutta-4, where the displacement is not the velocity times the step:
inline constexpr Field<Vec3d> way{"way", "m", "displacement in the step", Lifetime::Scratch};

// Emitters: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> steady{"steady", "", "particles made so far by its rate"};
inline constexpr Field<std::uint64_t> burst{"burst", "", "particles made so far in bursts"};

// Ledger: one row.
inline constexpr Field<std::uint64_t> emitted{"emitted", "", "particles made so far"};
inline constexpr Field<double> emitted_mass{"emitted_mass", "kg", "mass of the emitted particles"};
inline constexpr Field<Vec3d> emitted_momentum{"emitted_momentum", "kg m/s",
                                               "momentum of the emitted particles"};
inline constexpr Field<double> emitted_energy{"emitted_energy", "J",
                                              "kinetic energy of the emitted particles"};
inline constexpr Field<std::uint64_t> aged{"aged", "", "particles removed at the end of their lifetime"};
inline constexpr Field<std::uint64_t> sunk{"sunk", "", "particles removed by sinks"};
inline constexpr Field<double> removed_mass{"removed_mass", "kg", "mass of the removed particles"};
inline constexpr Field<Vec3d> removed_momentum{"removed_momentum", "kg m/s",
                                               "momentum of the removed particles"};
inline constexpr Field<double> removed_energy{"removed_energy", "J",
                                              "kinetic energy of the removed particles"};

// Loads: one row per wall, in the order of the scene. In scenes with ground, a table of one row has four of
// these fields for the ground.
inline constexpr Field<Vec3d> impulse{"impulse", "N s",
                                      "of the particles on it, since the start of the frame"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "of the particles since the start of the frame, about the "
                                              "wall's reference point; of the ground about the "
                                              "origin"};
inline constexpr Field<Vec3d> last_impulse{"last_impulse", "N s", "of the particles in the last step"};
inline constexpr Field<Vec3d> last_angular_impulse{"last_angular_impulse", "N m s",
                                                   "of the particles in the last step"};
inline constexpr Field<double> load_time{"time", "s", "time over which the sums of this frame were taken"};
// Walls that follow something: their pose in the last step's contact.
inline constexpr Field<Vec3d> met_shift{"met_shift", "m", "origin of the wall's own frame"};
inline constexpr Field<Vec3d> met_axis_x{"met_axis_x", "", "x axis of the wall's own frame; 0: no step yet"};
inline constexpr Field<Vec3d> met_axis_y{"met_axis_y", "", "y axis of the wall's own frame"};
}  // namespace fields

}  // namespace talus::particles

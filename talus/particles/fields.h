#pragma once
#include <cstdint>
#include <memory>
#include <string>

#include "talus/state/field.h"

/// The state of a particle system, each field declared once. Positions are in double, so that a point a
/// kilometre from the origin still rests on a thin wall; all else is in single.
namespace talus::particles {

using state::Field;
using state::Lifetime;

/// The names of a system's tables and rooms; whoever names one keeps them alive.
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
    std::string pairs, contact;  ///< rooms that stages work in (step/scratch.h)
};
using Names = std::shared_ptr<const TableNames>;

namespace fields {
// One row a particle: 58 bytes, 62 where it has a temperature.
inline constexpr Field<Vec3d> position{"position", "m", "centre"};
inline constexpr Field<Vec3f> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<float> mass{"mass", "kg", "mass"};
inline constexpr Field<float> radius{"radius", "m", "radius"};
inline constexpr Field<float> birth{"birth", "s", "simulated time at which it appeared"};
inline constexpr Field<float> lifetime{"lifetime", "s", "how long it lives; infinite: until a sink takes it"};
inline constexpr Field<std::uint32_t> id{"id", "", "never changes and is never reused; counts from 0"};
inline constexpr Field<std::uint16_t> emitter{"emitter", "", "index of the emitter that made it"};
// In systems with buoyancy:
inline constexpr Field<float> temperature{"temperature", "K", "temperature"};
// Within a step:
inline constexpr Field<Vec3f> force{"force", "N", "sum of all forces", Lifetime::Scratch};
// With Runge and Kutta's method, whose way is not the velocity times the step:
inline constexpr Field<Vec3d> way{"way", "m", "from the place before the step", Lifetime::Scratch};

// Emitters: one row each, in the order of the scene.
inline constexpr Field<std::uint64_t> steady{"steady", "", "particles made so far by its rate"};
inline constexpr Field<std::uint64_t> burst{"burst", "", "particles made so far in bursts"};

// Ledger: one row.
inline constexpr Field<std::uint64_t> emitted{"emitted", "", "particles made so far"};
inline constexpr Field<double> emitted_mass{"emitted_mass", "kg", "what they had of mass"};
inline constexpr Field<Vec3d> emitted_momentum{"emitted_momentum", "kg m/s", "of momentum"};
inline constexpr Field<double> emitted_energy{"emitted_energy", "J", "of kinetic energy"};
inline constexpr Field<std::uint64_t> aged{"aged", "",
                                           "particles that were removed when their life was over"};
inline constexpr Field<std::uint64_t> sunk{"sunk", "", "particles that sinks took"};
inline constexpr Field<double> removed_mass{"removed_mass", "kg", "what both kinds had of mass"};
inline constexpr Field<Vec3d> removed_momentum{"removed_momentum", "kg m/s", "of momentum"};
inline constexpr Field<double> removed_energy{"removed_energy", "J", "of kinetic energy"};

// Loads: one row a wall, in the order of the scene. The four that are of the ground as well are in a table
// of one row in scenes that have it.
inline constexpr Field<Vec3d> impulse{"impulse", "N s", "of the particles on it, in this frame so far"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "likewise about the wall's reference point, of the ground "
                                              "about the origin"};
inline constexpr Field<Vec3d> last_impulse{"last_impulse", "N s", "likewise, in the last step alone"};
inline constexpr Field<Vec3d> last_angular_impulse{"last_angular_impulse", "N m s", "likewise"};
inline constexpr Field<double> load_time{"time", "s", "that the sums of this frame cover"};
// Of walls that follow something: where the last step met them.
inline constexpr Field<Vec3d> met_shift{"met_shift", "m", "where the origin of the wall's own frame was"};
inline constexpr Field<Vec3d> met_turn_x{"met_turn_x", "", "where its own x axis pointed to; 0: not met yet"};
inline constexpr Field<Vec3d> met_turn_y{"met_turn_y", "", "likewise y"};
}  // namespace fields

}  // namespace talus::particles

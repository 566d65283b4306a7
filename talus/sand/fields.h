#pragma once
#include "talus/environment/sources/layers.h"
#include "talus/state/field.h"

/// The state of continuum sand, each field declared once. Positions are in double precision, so that sand far
/// from the origin still rests on the floor. All else is in single precision.
namespace talus::sand {

using state::Field;
using state::Lifetime;

inline constexpr const char* sand_table = "sand";
inline constexpr const char* tile_table = "sand.tiles";
inline constexpr const char* ledger_table = "sand.ledger";
inline constexpr const char* load_table = "sand.loads";
inline constexpr const char* ground_load_table = "sand.ground_load";
inline constexpr const char* spout_table = "sand.spouts";

namespace fields {
// One row per particle. For all solvers:
inline constexpr Field<Vec3d> position{"position", "m", "position of the particle"};
inline constexpr Field<Vec3f> velocity{"velocity", "m/s", "velocity"};
inline constexpr Field<Vec3f> velocity_dx{"velocity_dx", "1/s", "derivative of the velocity along x"};
inline constexpr Field<Vec3f> velocity_dy{"velocity_dy", "1/s", "derivative of the velocity along y"};
inline constexpr Field<Vec3f> velocity_dz{"velocity_dz", "1/s", "derivative of the velocity along z"};
inline constexpr Field<std::uint32_t> id{"id", "",
                                         "number of the particle, from 0; never changes and is never reused"};
inline constexpr Field<std::uint16_t> source{
    "source", "", "index of the [[sand_block]] it was in, or after these of the [[sand_spout]] it came from"};
// Mpm: the logarithmic strain of the elastic deformation. Its trace is the logarithm of the volume over that
// of dense sand without load: negative where it is compressed, positive where it has been stretched apart.
inline constexpr Field<Vec3f> strain{"strain", "", "xx, yy, zz of the elastic strain"};
inline constexpr Field<Vec3f> shear_strain{"shear_strain", "", "yz, zx, xy of the elastic strain"};

// Only with damping.
inline constexpr Field<float> maxwell_strain{"maxwell_strain", "",
                                             "trace of the strain of the Maxwell element's spring"};

// Mpm: the tiles that have particles, in increasing order of their codes (mpm/tile.h). The particles are in
// the order of the tiles.
inline constexpr Field<std::uint64_t> tile_code{"code", "", "position of the tile"};
inline constexpr Field<std::uint32_t> tile_end{"end", "", "row after the tile's last particle"};

// Ledger: one row.
inline constexpr Field<std::uint64_t> made{"made", "",
                                           "particles added so far, including those at the start"};
inline constexpr Field<std::uint64_t> sunk{"sunk", "", "particles that sinks removed"};
inline constexpr Field<std::uint64_t> fallen{"fallen", "", "particles that fell off the scene"};
inline constexpr Field<double> wandered{
    "wandered", "", "cells that a particle has crossed at most since the particles were put into tiles"};
// A value of `wandered`: rows came or went, so the particles are not in the order of the tiles.
inline constexpr double rows_changed = 1e9;
inline constexpr Field<double> steps{"steps", "", "steps of this frame so far"};

// Loads: one row per wall, in the order of the scene; of the ground one row.
inline constexpr Field<Vec3d> impulse{"impulse", "N s",
                                      "impulse of the sand on the wall or ground in this frame so far"};
inline constexpr Field<Vec3d> angular_impulse{"angular_impulse", "N m s",
                                              "angular impulse of the sand in this frame so far, about the "
                                              "wall's reference point; of the ground about the origin"};
inline constexpr Field<double> load_time{"time", "s", "time that the sums of this frame cover"};

// Spouts: one row each, in the order of the scene.
using environment::fields::flown;
using environment::fields::layers;
inline constexpr Field<std::uint64_t> refused{
    "refused", "",
    "those of `flown` that were not added: sand or a body was already where they would have been"};
}  // namespace fields

}  // namespace talus::sand

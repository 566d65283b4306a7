#pragma once
#include "talus/state/field.h"

/// The state of a network, each field declared once.
namespace talus::network {

using state::Field;
using state::Lifetime;

inline constexpr const char* masses_table = "network";
inline constexpr const char* sources_table = "network.sources";
inline constexpr const char* loads_table = "network.loads";

namespace fields {
// One row for each mass: the points of a grain follow one another.
inline constexpr Field<Vec3d> position{"position", "m", "of a mass"};
inline constexpr Field<Vec3d> velocity{"velocity", "m/s", "displacement of the last step over its time"};
inline constexpr Field<std::uint16_t> group{"group", "", "index of its [[masses]]"};
inline constexpr Field<std::uint32_t> point{"point", "", "index in its grain"};
// Within a step:
inline constexpr Field<Vec3d> force{"force", "N", "sum of all forces", Lifetime::Scratch};

// One row for each source.
inline constexpr Field<std::uint64_t> made{"made", "", "grains made so far"};

// One row for each wall of the scene.
inline constexpr Field<Vec3d> impulse{"impulse", "N s", "of the network on the wall in this frame so far"};
inline constexpr Field<Vec3d> angular_impulse{
    "angular_impulse", "N m s", "of the network about the wall's reference point in this frame so far"};
inline constexpr Field<double> load_time{"time", "s", "time that the sums of this frame cover"};
}  // namespace fields

}  // namespace talus::network

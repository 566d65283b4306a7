#pragma once
#include "talus/state/world.h"

/// The state of the ground. Each field is declared once. The grid of columns and the bedrock do not change
/// and are settings (setup.h).
namespace talus::ground {

inline constexpr const char* ground_table = "ground";
inline constexpr const char* changes_table = "ground_changes";
inline constexpr const char* stored_table = "stored";
inline constexpr const char* tiles_table = "tiles";
inline constexpr const char* soil_table = "soil";

using state::Field;
using state::Lifetime;

namespace fields {
// Ground: one row for each column, in the order of the grid.
inline constexpr Field<double> height{"height", "m", "height of the column's top"};

// In scenes with [soil]:
inline constexpr Field<std::uint8_t> touched{
    "touched", "", "1: a body touched the column when bodies were last pressed into the ground"};
inline constexpr Field<double> before{"before", "m", "height of the column when that contact began"};
inline constexpr Field<std::uint8_t> loose{
    "loose", "", "1: the column lost or got ground by sliding and has not come to rest"};

// Tiles: squares of columns (slope_erosion.h).
inline constexpr Field<std::uint8_t> awake{"awake", "", "1: ground in the tile may slide"};

// Soil: one row. Volumes are sums since the start.
inline constexpr Field<double> removed{"removed", "m^3", "volume removed from under bodies"};
inline constexpr Field<double> moved{"moved", "m^3",
                                     "part of the removed volume that was moved beside the bodies"};
inline constexpr Field<double> compressed{"compressed", "m^3",
                                          "part of the removed volume that was compressed"};
inline constexpr Field<double> blocked{
    "blocked", "m^3", "volume left in place because no column beside the body could take it"};
inline constexpr Field<double> next_slide{"next_slide", "s", "simulated time of the next slide",
                                          state::StartValue::Settings};
// Changes of the ground: one row.
inline constexpr Field<std::uint64_t> changes{
    "changes", "",
    "number of changes of the heights; data computed from the heights are valid for one such number"};

// Stored: grains that became ground, in scenes with that exchange. Row k * materials + m is material m in
// column k.
inline constexpr Field<double> stored_mass{"mass", "kg", "mass of the material in the column"};
inline constexpr Field<double> pristine{
    "pristine", "kg", "part of that mass that is ground from the start, whose grains have no positions yet"};
inline constexpr Field<std::uint32_t> laid_out{
    "laid_out", "", "number of grains of ground from the start that have got positions"};
}  // namespace fields

}  // namespace talus::ground

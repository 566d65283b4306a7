#pragma once
#include "talus/state/world.h"

/// The state of the ground, each field declared once. Where its columns stand and what lies under them does
/// not change and is a setting (setup.h).
namespace talus::ground {

inline constexpr const char* ground_table = "ground";
inline constexpr const char* changes_table = "ground_changes";
inline constexpr const char* stored_table = "stored";
inline constexpr const char* tiles_table = "tiles";
inline constexpr const char* soil_table = "soil";

using state::Field;
using state::Lifetime;

namespace fields {
// Ground: one row a column, in the order of the grid.
inline constexpr Field<double> height{"height", "m", "of the column's top"};

// In scenes whose ground gives way:
inline constexpr Field<std::uint8_t> touched{"touched", "",
                                             "1: a body touched it when ground was last pressed"};
inline constexpr Field<double> before{"before", "m", "height that it had when that touch began"};
inline constexpr Field<std::uint8_t> loose{"loose", "",
                                           "1: it slid or was slid on, and has not come to rest"};

// Tiles: squares of columns (slope_erosion.h).
inline constexpr Field<std::uint8_t> awake{"awake", "", "1: something may slide in it"};

// Soil: one row. Volumes since the start.
inline constexpr Field<double> removed{"removed", "m^3", "from below bodies"};
inline constexpr Field<double> moved{"moved", "m^3", "of that, to beside them"};
inline constexpr Field<double> compressed{"compressed", "m^3", "of that, pressed together and gone"};
inline constexpr Field<double> blocked{"blocked", "m^3",
                                       "left in place, for want of a place beside the body to go to"};
inline constexpr Field<double> next_slide{"next_slide", "s", "simulated time at which ground next slides"};
// Changes: one row.
inline constexpr Field<std::uint64_t> changes{
    "changes", "", "how often heights have changed: what is worked out from them holds until then"};

// Stored: what grains became, in scenes where they do. Column k's share of material m is row
// k * materials + m.
inline constexpr Field<double> stored_mass{"mass", "kg", "of the sand"};
inline constexpr Field<double> pristine{"pristine", "kg",
                                        "of that, sand from the start whose grains have no places yet"};
inline constexpr Field<std::uint32_t> laid_out{"laid_out", "",
                                               "grains of sand from the start that got places"};
}  // namespace fields

}  // namespace talus::ground

#pragma once
#include "talus/state/field.h"
#include "talus/water/fields.h"

/// What water and ground remember of each other.
namespace talus::couple::erosion {

using state::Field;

inline constexpr const char* ledger_table = "erosion";
inline constexpr const char* tiles_table = "erosion.tiles";
inline constexpr const char* inflows_table = "erosion.inflows";

namespace fields {
// A column of the water's table; its share of the volume is water::fields::concentration.
inline constexpr Field<double> sediment{"sediment", "kg", "solid that the particle carries"};

// Columns of the ground's table. Height is that of the start, less what is cut, and what is deposited on it.
inline constexpr Field<double> cut{"cut", "m", "taken off the ground as it was at the start"};
inline constexpr Field<double> deposit{"deposit", "m", "of sediment that lies on it"};
inline constexpr Field<float> change{"change", "m", "of its height since the start"};
inline constexpr Field<std::uint8_t> layer{"layer", "",
                                           "that lies open: 0 sediment, 1 the first of the scene's"};
inline constexpr Field<float> wetness{"wetness", "", "how far water covers it now, 0 to 1"};
inline constexpr Field<float> shear{"shear", "Pa", "stress of the flow on it, now"};
inline constexpr Field<Vec3f> flow{"flow", "m/s", "velocity of the water along it, now"};
inline constexpr Field<float> depth{"depth", "m", "of the water over it by its pressure, now"};
inline constexpr Field<Vec3f> stream{
    "stream", "", "velocity of the water in the plan [m/s], and its depth [m]: means, for bed load alone"};

// Tiles of columns (bed/marked.h):
inline constexpr Field<std::uint8_t> wet{"wet", "", "1: water was on one of its columns in the last step"};
inline constexpr Field<std::uint8_t> awake{"awake", "", "1: one of its columns may be too steep"};

// Ledger: one row. Masses of solid since the start.
inline constexpr Field<double> suspended{"suspended", "kg", "in the water"};
inline constexpr Field<double> brought{"brought", "kg",
                                       "that was in the water of blocks, and came in with it"};
inline constexpr Field<double> left{"left", "kg", "that went with water through sinks, or off the scene"};
inline constexpr Field<double> eroded{"eroded", "kg", "that the water took off the bed"};
inline constexpr Field<double> settled{"settled", "kg", "that it left there"};
inline constexpr Field<double> rolled{"rolled", "kg", "that rolled from one column to the next"};
inline constexpr Field<double> blocked{
    "blocked", "kg", "that would have gone as well, had the bed not been held to its largest change"};
inline constexpr Field<double> next_slide{"next_slide", "s", "simulated time at which the bed next slides"};
inline constexpr Field<std::uint64_t> gone{"gone", "",
                                           "particles that had gone when the ledger was last made"};
// Inflows of the water: one row each.
inline constexpr Field<std::uint64_t> came{"came", "", "particles of it whose sediment is counted"};
}  // namespace fields

}  // namespace talus::couple::erosion

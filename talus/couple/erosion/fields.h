#pragma once
#include "talus/state/field.h"
#include "talus/water/fields.h"

/// State of the erosion coupling.
namespace talus::couple::erosion {

using state::Field;

inline constexpr const char* ledger_table = "erosion";
inline constexpr const char* tiles_table = "erosion.tiles";
inline constexpr const char* inflows_table = "erosion.inflows";

namespace fields {
// A column of the water's table. The volume fraction of solid is water::fields::concentration.
inline constexpr Field<double> sediment{"sediment", "kg", "mass of solid that the particle carries"};

// Columns of the ground's table: height = height at the start - cut + deposit.
inline constexpr Field<double> cut{"cut", "m", "thickness eroded from the ground as it was at the start"};
inline constexpr Field<double> deposit{"deposit", "m", "thickness of the sediment on top"};
inline constexpr Field<float> change{"change", "m", "change of height since the start"};
inline constexpr Field<std::uint8_t> layer{"layer", "",
                                           "exposed layer: 0 sediment, 1 the first [[layer]] of the scene"};
inline constexpr Field<float> wetness{"wetness", "", "share of its area that water covers, 0 to 1"};
inline constexpr Field<float> shear{"shear", "Pa", "shear stress of the flow"};
inline constexpr Field<Vec3f> flow{"flow", "m/s", "velocity of the water along the ground"};
inline constexpr Field<float> depth{"depth", "m", "depth of the water, from its pressure"};
inline constexpr Field<Vec3f> stream{
    "stream", "",
    "for bed load: mean horizontal velocity of the water [m/s] in x and y, mean depth [m] in z"};

// Tiles of columns (bed/marked.h):
inline constexpr Field<std::uint8_t> wet{"wet", "", "1: one of its columns was wet in the last step"};
inline constexpr Field<std::uint8_t> awake{"awake", "", "1: one of its columns may be too steep"};

// Ledger: one row with the balance of solid since the start.
inline constexpr Field<double> suspended{"suspended", "kg", "solid in the water now"};
inline constexpr Field<double> brought{"brought", "kg",
                                       "solid in the water blocks at the start and in all inflowing water"};
inline constexpr Field<double> left{"left", "kg", "solid that left through sinks or off the scene"};
inline constexpr Field<double> eroded{"eroded", "kg", "solid that the water eroded from the bed"};
inline constexpr Field<double> settled{"settled", "kg", "solid that settled on the bed"};
inline constexpr Field<double> rolled{"rolled", "kg", "solid that rolled from one column to the next"};
inline constexpr Field<double> blocked{
    "blocked", "kg", "solid that was not eroded because of the maximum change of the bed in a step"};
inline constexpr Field<double> next_slide{"next_slide", "s", "simulated time at which the bed next slides",
                                          state::StartValue::Settings};
inline constexpr Field<std::uint64_t> gone{"gone", "",
                                           "removed particles whose sediment is already counted as left"};
// Inflows of the water: one row each.
inline constexpr Field<std::uint64_t> came{
    "came", "", "particles from this inflow whose sediment is already counted as brought"};
}  // namespace fields

}  // namespace talus::couple::erosion

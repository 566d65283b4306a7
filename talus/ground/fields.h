#pragma once
#include "talus/state/world.h"

/// The state of the ground, each field declared once. Where its columns stand and what lies under them does
/// not change and is a setting (setup.h).
namespace talus::ground {

inline constexpr const char* ground_table = "ground";
inline constexpr const char* stored_table = "stored";

using state::Field;
using state::Lifetime;

namespace fields {
// Ground: one row a column, in the order of the grid.
inline constexpr Field<double> height{"height", "m", "of the column's top"};

// Stored: what grains became, in scenes where they do. Column k's share of material m is row
// k * materials + m.
inline constexpr Field<double> stored_mass{"mass", "kg", "of the sand that grains left here"};
inline constexpr Field<double> stored_grains{"grains", "",
                                             "how many grains that was: with the mass, their mean size"};
}  // namespace fields

}  // namespace talus::ground

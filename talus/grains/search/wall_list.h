#pragma once
#include "talus/environment/walls.h"
#include "talus/exec/exec.h"
#include "talus/state/table.h"

namespace talus::grains {

/// Gap up to which a grain and a wall are listed, in skins, in addition to the grain's allowance. Moving
/// walls have a larger margin, so that they cause fewer searches: between two searches a drum's wall moves
/// three times as far as a grain. The numbers are chosen; larger ones would list grains that never come near.
inline constexpr double still_wall_margin = 0.5;
inline constexpr double moving_wall_margin = 1.5;
/// Largest displacement of a wall before the next search, in skins.
inline constexpr double largest_wall_drift = moving_wall_margin;

/// Gaps for the search of wall contacts [m].
struct WallReach {
    double skin;   ///< of the contact list
    double range;  ///< largest gap over which a grain and a wall act on each other
};

/// Lists all pairs of grain and wall face that can touch before the next search. The memory of a pair is
/// copied from the old list.
/// @param new_row new row of each grain of the old list; a row >= `count` is a removed or settled grain
/// @param count number of grains that can move, the first ones; the others are settled and have no wall
/// contacts
void listWallPairs(const exec::Exec& exec, const environment::WallsAt& walls, const WallReach& reach,
                   exec::View<const std::uint32_t> new_row, const state::Table& grains, std::size_t count,
                   state::Table& wall_contacts);

}  // namespace talus::grains

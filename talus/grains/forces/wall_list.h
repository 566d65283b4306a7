#pragma once
#include "talus/environment/walls.h"
#include "talus/exec/exec.h"
#include "talus/state/table.h"

namespace talus::grains {

/// The gap up to which a grain and a wall are listed, in skins on top of the grain's allowance. What moves
/// gets more, so that it needs fewer searches of its own: a drum's wall goes three times as far between two
/// searches as a grain. Chosen; more would list grains that never come near.
inline constexpr double still_wall_margin = 0.5;
inline constexpr double moving_wall_margin = 1.5;
/// How far a wall may move before the next search [skins].
inline constexpr double largest_wall_drift = moving_wall_margin;

/// The gaps up to which things matter [m].
struct WallReach {
    double skin;   ///< of the contact list
    double range;  ///< over which a grain and a wall may act on each other without touching
};

/// Lists all pairs of grain and wall face that can touch before the next search. What the old list remembers
/// of a pair is carried over.
/// @param new_row of each grain of the old list; a row from `count` on is a grain that no longer counts
/// @param count the first so many grains can move; those behind them are settled and touch no wall
void listWallPairs(const exec::Exec& exec, const environment::WallsAt& walls, const WallReach& reach,
                   exec::View<const std::uint32_t> new_row, const state::Table& grains, std::size_t count,
                   state::Table& wall_contacts);

}  // namespace talus::grains

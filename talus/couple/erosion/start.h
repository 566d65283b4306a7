#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"

namespace talus::couple::erosion {

/// Adds columns to the tables of water and ground, and the tables of erosion. @pre water and ground have
/// their tables
void addErosionTables(state::World& world, const Setup& setup);
/// The part of addErosionTables() for any kind of ground: the sediment in the water, and the ledger.
void addSedimentTables(state::World& world, const Setup& setup);
/// Adds the sediment of [[sediment]] to the water blocks. @pre the blocks are filled
void addBlockSediment(state::World& world, const Setup& setup, const std::vector<water::Block>& blocks);
/// Checks a state that was read from a file: all that the stages rely on.
void checkErosionState(const Setup& setup, state::StateCheck& check);
/// The part of checkErosionState() for any kind of ground.
void checkSedimentState(const Setup& setup, state::StateCheck& check);

/// The balance of solid [kg]. `ground` is the change of the bed since the start; bed_acceleration multiplies
/// it, so lost() divides by it.
struct Balance {
    double ground = 0, suspended = 0, left = 0, brought = 0;
    double eroded = 0, settled = 0, rolled = 0, blocked = 0;
    double acceleration = 1;
    /// Solid that is not accounted for: 0 to round-off.
    double lost() const { return brought - (ground / acceleration + suspended + left); }
};
Balance balanceOf(const Setup& setup, const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple::erosion

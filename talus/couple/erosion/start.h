#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/state/state_check.h"
#include "talus/state/world.h"

namespace talus::couple::erosion {

/// Adds its columns to the tables of water and ground, and its own. @pre those are there
void addErosionTables(state::World& world, const Setup& setup);
/// Of these, what there is whatever the ground is made of: what the water carries, and the ledger.
void addCarried(state::World& world, const Setup& setup);
/// Gives the water of blocks the sediment that the scene says. @pre the blocks are filled
void loadBlocks(state::World& world, const Setup& setup, const std::vector<water::Block>& blocks);
/// What the stages rely on, of a state that comes from a file.
void checkErosionState(const Setup& setup, state::StateCheck& check);
void checkCarried(const Setup& setup, state::StateCheck& check);

/// Where all solid is [kg]. In the bed counts what the water knows of: with an acceleration, its change over
/// that.
struct Balance {
    double ground = 0, suspended = 0, left = 0, brought = 0;
    double eroded = 0, settled = 0, rolled = 0, blocked = 0;
    double acceleration = 1;
    /// 0 but for round-off.
    double lost() const { return brought - (ground / acceleration + suspended + left); }
};
Balance balanceOf(const Setup& setup, const exec::Exec& exec, const state::World& world);

}  // namespace talus::couple::erosion

#pragma once
#include <cstdint>

#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/state_check.h"

/// What each free body did in its last step, in scenes with a method that pushes bodies by the explicit
/// two-step scheme (networks): it adds the table, and bodies keep it.
///
/// A body that flies has the velocity at the end of the step, v(n). While it is pushed it moves by the
/// two-step scheme, whose velocity is the displacement of the last step over its time, w(n) = v(n) - g T / 2.
/// With one in place of the other a body would gain g T in speed at each bounce.
namespace talus::environment {

inline constexpr const char* wall_last_steps_table = "wall_last_steps";

enum class LastStep : std::uint8_t {
    Other,   ///< it touched ground or walls, or there was no step
    Flew,    ///< nothing pushed it
    Pushed,  ///< only impulses that it takes whole pushed it
};

namespace fields {
// One row a wall, in the order of the scene.
inline constexpr Field<std::uint8_t> wall_last_step{
    "last_step", "",
    "what the body did in its last step: 0: touched ground or walls; 1: flew; 2: was pushed"};
}  // namespace fields

/// Adds the table if a wall is a free body.
inline void addWallLastSteps(state::World& world, const Walls& walls) {
    if (!walls.anyFreeBody()) return;
    state::Table& table = world.addTable(wall_last_steps_table);
    table.add(fields::wall_last_step);
    table.resize(walls.bodies().size());
}

/// Checks a table that was read from a file.
inline void checkWallLastSteps(const Walls& walls, state::StateCheck& check) {
    if (!walls.anyFreeBody()) return;
    check.rows(wall_last_steps_table, walls.bodies().size());
    check.below(wall_last_steps_table, fields::wall_last_step, 3);
}

}  // namespace talus::environment

#pragma once
#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/world.h"

namespace talus::environment {

/// The table of the walls, one row each. The first method that needs it makes it.
/// @param walls number of walls of the scene
inline state::Table& wallTable(state::World& world, std::size_t walls) {
    if (world.find(walls_table) == nullptr) world.addTable(walls_table).resize(walls);
    return world.table(walls_table);
}

/// Sets the pose of a wall that follows a body.
inline void setPose(state::Table& walls, std::size_t wall, const Pose& pose) {
    walls.write(fields::wall_shift)[wall] = pose.shift;
    walls.write(fields::wall_turn_x)[wall] = pose.turn.x;
    walls.write(fields::wall_turn_y)[wall] = pose.turn.y;
    walls.write(fields::wall_velocity)[wall] = pose.velocity;
    walls.write(fields::wall_spin)[wall] = pose.spin;
}

}  // namespace talus::environment

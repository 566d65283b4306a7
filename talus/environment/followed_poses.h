#pragma once
#include <vector>

#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/world.h"
#include "talus/step/stage.h"

namespace talus::environment {

/// The fields that hold the poses of walls that follow a body.
inline std::vector<step::FieldRef> followedPoseFields() {
    return {{walls_table, &fields::wall_shift},
            {walls_table, &fields::wall_turn_x},
            {walls_table, &fields::wall_turn_y},
            {walls_table, &fields::wall_velocity},
            {walls_table, &fields::wall_spin}};
}

/// The poses of walls that follow a body, as a step reads them; empty if no wall follows one.
/// @pre if one does, the stage's access() lists followedPoseFields() among what it reads
inline FollowedPoses followedPoses(const step::Step& step, const Walls& walls) {
    if (!walls.anyFollows()) return {};
    return {step.read(walls_table, fields::wall_shift), step.read(walls_table, fields::wall_turn_x),
            step.read(walls_table, fields::wall_turn_y), step.read(walls_table, fields::wall_velocity),
            step.read(walls_table, fields::wall_spin)};
}

/// The same poses, read from a world outside of a step.
inline FollowedPoses followedPoses(const state::World& world, const Walls& walls) {
    if (!walls.anyFollows()) return {};
    const state::Table& rows = world.table(walls_table);
    return {rows.read(fields::wall_shift), rows.read(fields::wall_turn_x), rows.read(fields::wall_turn_y),
            rows.read(fields::wall_velocity), rows.read(fields::wall_spin)};
}

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

#pragma once
#include <vector>

#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/step/stage.h"

namespace talus::environment {

/// The fields that hold them.
inline std::vector<step::FieldRef> followedPoseFields() {
    return {{walls_table, &fields::wall_shift},
            {walls_table, &fields::wall_turn_x},
            {walls_table, &fields::wall_turn_y},
            {walls_table, &fields::wall_velocity},
            {walls_table, &fields::wall_spin}};
}

/// The poses of walls that follow something; none in scenes without. @pre the stage said that it reads
/// followedPoseFields() where walls follow something
inline FollowedPoses followedPoses(const step::Step& step, const Walls& walls) {
    if (!walls.anyFollows()) return {};
    return {step.read(walls_table, fields::wall_shift), step.read(walls_table, fields::wall_turn_x),
            step.read(walls_table, fields::wall_turn_y), step.read(walls_table, fields::wall_velocity),
            step.read(walls_table, fields::wall_spin)};
}

/// The same of a world.
inline FollowedPoses followedPoses(const state::World& world, const Walls& walls) {
    if (!walls.anyFollows()) return {};
    const state::Table& rows = world.table(walls_table);
    return {rows.read(fields::wall_shift), rows.read(fields::wall_turn_x), rows.read(fields::wall_turn_y),
            rows.read(fields::wall_velocity), rows.read(fields::wall_spin)};
}

}  // namespace talus::environment

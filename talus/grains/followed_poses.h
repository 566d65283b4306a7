#pragma once
#include "talus/grains/fields.h"
#include "talus/grains/walls.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// The poses of walls that follow something. @pre the scene has such walls, and the stage said that it reads
/// these fields
inline FollowedPoses followedPoses(const step::Step& step) {
    return {step.read(walls_table, fields::wall_shift), step.read(walls_table, fields::wall_turn_x),
            step.read(walls_table, fields::wall_turn_y), step.read(walls_table, fields::wall_velocity),
            step.read(walls_table, fields::wall_spin)};
}

}  // namespace talus::grains

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
            {walls_table, &fields::wall_axis_x},
            {walls_table, &fields::wall_axis_y},
            {walls_table, &fields::wall_velocity},
            {walls_table, &fields::wall_spin}};
}

/// The fields that hold the poses of walls that follow a body and the points of those that deform, if there
/// are any.
inline std::vector<step::FieldRef> wallStateFields(const Walls& walls) {
    std::vector<step::FieldRef> all;
    if (walls.anyFollows()) all = followedPoseFields();
    if (const DeformingPoints* points = walls.points())
        for (const state::FieldInfo* field :
             std::initializer_list<const state::FieldInfo*>{points->position, points->velocity, points->mass})
            all.push_back({points->table, field});
    if (const DeformingPoints* points = walls.points()) all.push_back({points->faces, points->torn});
    return all;
}

namespace from_state {

/// @param read (table, field): a column
template <class Read>
WallState wallState(const Walls& walls, Read read) {
    WallState now;
    if (walls.anyFollows())
        now = {read(walls_table, fields::wall_shift), read(walls_table, fields::wall_axis_x),
               read(walls_table, fields::wall_axis_y), read(walls_table, fields::wall_velocity),
               read(walls_table, fields::wall_spin)};
    if (const DeformingPoints* points = walls.points())
        now.points = {read(points->table, *points->position), read(points->table, *points->velocity),
                      read(points->table, *points->mass), read(points->faces, *points->torn)};
    return now;
}

}  // namespace from_state

/// What the state says of walls, as a step reads it.
/// @pre the stage's access() lists wallStateFields() among what it reads
inline WallState wallState(const step::Step& step, const Walls& walls) {
    return from_state::wallState(
        walls, [&](const char* table, const auto& field) { return step.read(table, field); });
}

/// The same, read from a world outside of a step.
inline WallState wallState(const state::World& world, const Walls& walls) {
    return from_state::wallState(
        walls, [&](const char* table, const auto& field) { return world.table(table).read(field); });
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
    walls.write(fields::wall_axis_x)[wall] = pose.rotation.x;
    walls.write(fields::wall_axis_y)[wall] = pose.rotation.y;
    walls.write(fields::wall_velocity)[wall] = pose.velocity;
    walls.write(fields::wall_spin)[wall] = pose.spin;
}

}  // namespace talus::environment

#pragma once
#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/state_check.h"
#include "talus/step/stage.h"

/// The ledger of impulses on free bodies: what methods gave them and the bodies have not yet taken. A body is
/// a wall to the other methods: in its step, a method adds its impulse to the row of that wall. Impulses of
/// contacts (grains, particles) are taken whole in the next step of the body. Those of a method whose steps
/// are longer than the body's (water) are spread: taken evenly over `wall_spread_time`. The table lasts from
/// step to step, so it is state.
namespace talus::environment {

inline constexpr const char* wall_impulses_table = "wall_impulses";

namespace fields {
// One row a wall, in the order of the scene. What they hold at the start follows from the settings. Angular
// impulses are about the origin of the wall's frame.
inline constexpr Field<Vec3d> wall_impulse{
    "impulse", "N s", "impulse that the body takes whole in its next step", state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_angular_impulse{
    "angular_impulse", "N m s", "angular impulse that the body takes whole in its next step",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_spread_impulse{
    "spread_impulse", "N s", "impulse that the body has still to take over the time of `spread_time`",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_spread_angular_impulse{
    "spread_angular_impulse", "N m s",
    "angular impulse that the body has still to take over the time of `spread_time`",
    state::StartValue::Settings};
inline constexpr Field<double> wall_spread_time{
    "spread_time", "s", "time over which the body takes the spread impulses", state::StartValue::Settings};
// Water predicts from these how the body will have moved by the end of a step.
inline constexpr Field<Vec3d> wall_other_acceleration{
    "other_acceleration", "m/s^2", "acceleration of the body in its last step by all but spread impulses",
    state::StartValue::Settings};
inline constexpr Field<Vec3d> wall_other_angular_acceleration{
    "other_angular_acceleration", "rad/s^2",
    "angular acceleration of the body in its last step by all but spread impulses",
    state::StartValue::Settings};
}  // namespace fields

/// Adds the table if a wall is a free body.
inline void addWallImpulses(state::World& world, const Walls& walls) {
    if (!walls.anyFreeBody()) return;
    state::Table& table = world.addTable(wall_impulses_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::wall_impulse, &fields::wall_angular_impulse, &fields::wall_spread_impulse,
             &fields::wall_spread_angular_impulse, &fields::wall_spread_time,
             &fields::wall_other_acceleration, &fields::wall_other_angular_acceleration})
        table.add(*field);
    table.resize(walls.bodies().size());
}

/// The fields of impulses that are taken whole, for the lists of a stage that gives some.
inline std::vector<step::FieldRef> wallImpulseFields() {
    return {{wall_impulses_table, &fields::wall_impulse},
            {wall_impulses_table, &fields::wall_angular_impulse}};
}
/// The fields of spread impulses, and what is needed to predict a body's motion.
inline std::vector<step::FieldRef> wallSpreadImpulseFields() {
    return {{wall_impulses_table, &fields::wall_spread_impulse},
            {wall_impulses_table, &fields::wall_spread_angular_impulse},
            {wall_impulses_table, &fields::wall_spread_time},
            {wall_impulses_table, &fields::wall_other_acceleration},
            {wall_impulses_table, &fields::wall_other_angular_acceleration}};
}

/// Checks a table that was read from a file.
inline void checkWallImpulses(const Walls& walls, state::StateCheck& check) {
    if (!walls.anyFreeBody()) return;
    check.rows(wall_impulses_table, walls.bodies().size());
    check.finite(wall_impulses_table);
}

}  // namespace talus::environment

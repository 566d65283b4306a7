#pragma once
#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/state_check.h"
#include "talus/step/stage.h"

/// Impulses that methods gave to free bodies and that the bodies have not yet taken. A body is a wall to the
/// other methods: in its step, a method adds its impulse to the row of that wall. The stage that moves the
/// bodies takes the impulses in its own next steps: evenly over `wall_impulse_time`, or all at once where
/// that is 0. The table lasts from step to step, so it is state.
namespace talus::environment {

inline constexpr const char* wall_impulses_table = "wall_pushes";

namespace fields {
// One row a wall, in the order of the scene.
inline constexpr Field<Vec3d> wall_impulse{
    "impulse", "N s", "impulse on the body of this wall that the body has not yet taken"};
inline constexpr Field<Vec3d> wall_angular_impulse{
    "angular_impulse", "N m s",
    "angular impulse about the origin of the wall's frame that the body has not yet taken"};
// Water predicts from these how the body will have moved by the end of a step.
inline constexpr Field<Vec3d> wall_other_acceleration{
    "other", "m/s^2", "acceleration of the body in its last step by all but these impulses"};
inline constexpr Field<Vec3d> wall_other_angular_acceleration{
    "other_spin", "rad/s^2", "angular acceleration of the body in its last step by all but these impulses"};
inline constexpr Field<double> wall_impulse_time{
    "since", "s", "time over which the body takes the impulses; 0: in one step"};
}  // namespace fields

/// Adds the table if a wall is a free body and no other method has added it.
inline void addWallImpulses(state::World& world, const Walls& walls) {
    if (!walls.anyFreeBody() || world.find(wall_impulses_table)) return;
    state::Table& table = world.addTable(wall_impulses_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::wall_impulse, &fields::wall_angular_impulse, &fields::wall_other_acceleration,
             &fields::wall_other_angular_acceleration, &fields::wall_impulse_time})
        table.add(*field);
    table.resize(walls.bodies().size());
}

/// The fields, for a stage's lists.
inline std::vector<step::FieldRef> wallImpulseFields() {
    return {{wall_impulses_table, &fields::wall_impulse},
            {wall_impulses_table, &fields::wall_angular_impulse},
            {wall_impulses_table, &fields::wall_other_acceleration},
            {wall_impulses_table, &fields::wall_other_angular_acceleration},
            {wall_impulses_table, &fields::wall_impulse_time}};
}

/// Checks a table that was read from a file.
inline void checkWallImpulses(const Walls& walls, state::StateCheck& check) {
    if (!walls.anyFreeBody()) return;
    check.rows(wall_impulses_table, walls.bodies().size());
    check.finite(wall_impulses_table);
}

}  // namespace talus::environment

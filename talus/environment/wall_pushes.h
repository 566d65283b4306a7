#pragma once
#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/state_check.h"
#include "talus/step/stage.h"

/// What methods give to free bodies by the walls that these are to them. A method adds what it gave in its
/// step; what moves the bodies takes it in its own next steps, spread evenly over as long as `since` says,
/// and all at once where that is 0. It lives across steps, so it is state.
namespace talus::environment {

inline constexpr const char* wall_impulses_table = "wall_pushes";

namespace fields {
// One row a wall, in the order of the scene.
inline constexpr Field<Vec3d> pushed{"impulse", "N s",
                                     "given to the body that the wall is, and not yet taken by it"};
inline constexpr Field<Vec3d> twisted{"angular_impulse", "N m s",
                                      "likewise about the origin of the wall's own frame"};
// For who has to know how the body will have moved by the end of a step.
inline constexpr Field<Vec3d> other{"other", "m/s^2",
                                    "acceleration of the body in its last step by all but these impulses"};
inline constexpr Field<Vec3d> other_spin{"other_spin", "rad/s^2", "likewise of its spin"};
inline constexpr Field<double> since{"since", "s",
                                     "that water gave its impulses in, less what the body has gone on since"};
}  // namespace fields

/// Adds the table where some wall gives way, unless another method did so.
inline void addWallImpulses(state::World& world, const Walls& walls) {
    if (!walls.anyFreeBody() || world.find(wall_impulses_table)) return;
    state::Table& table = world.addTable(wall_impulses_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::wall_impulse, &fields::wall_angular_impulse, &fields::wall_other_acceleration, &fields::wall_other_angular_acceleration, &fields::wall_impulse_time})
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

/// What a table that comes from a file must be.
inline void checkWallImpulses(const Walls& walls, state::StateCheck& check) {
    if (!walls.anyFreeBody()) return;
    check.rows(wall_impulses_table, walls.bodies().size());
    check.finite(wall_impulses_table);
}

}  // namespace talus::environment

#pragma once
#include "talus/environment/fields.h"
#include "talus/environment/walls.h"
#include "talus/state/state_check.h"
#include "talus/step/stage.h"

/// What methods give to free bodies by the walls that these are to them. A method adds what it gave in its
/// step; what moves the bodies takes it in its own next steps, spread evenly over as long as `since` says,
/// and all at once where that is 0. It lives across steps, so it is state.
namespace talus::environment {

inline constexpr const char* wall_pushes_table = "wall_pushes";

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
inline void addWallPushes(state::World& world, const Walls& walls) {
    if (!walls.anyGivesWay() || world.find(wall_pushes_table)) return;
    state::Table& table = world.addTable(wall_pushes_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::pushed, &fields::twisted, &fields::other, &fields::other_spin, &fields::since})
        table.add(*field);
    table.resize(walls.bodies().size());
}

/// The fields, for a stage's lists.
inline std::vector<step::FieldRef> wallPushFields() {
    return {{wall_pushes_table, &fields::pushed},
            {wall_pushes_table, &fields::twisted},
            {wall_pushes_table, &fields::other},
            {wall_pushes_table, &fields::other_spin},
            {wall_pushes_table, &fields::since}};
}

/// What a table that comes from a file must be.
inline void checkWallPushes(const Walls& walls, state::StateCheck& check) {
    if (!walls.anyGivesWay()) return;
    check.rows(wall_pushes_table, walls.bodies().size());
    check.finite(wall_pushes_table);
}

}  // namespace talus::environment

#include "talus/couple/cloth_bodies/move_met.h"

#include "talus/cloth/fields.h"
#include "talus/environment/wall_state.h"
#include "talus/solids/body_rows.h"

namespace talus::couple {

namespace ef = environment::fields;
using environment::walls_table;

step::Access MoveMetBodies::access() const {
    step::Access access{.reads = solids::bodyFields(), .writes = solids::bodyFields(), .resizes = {}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &cloth::fields::met_shift, &cloth::fields::met_axis_x, &cloth::fields::met_axis_y})
        access.reads.push_back({cloth::met_table, field});
    for (const step::FieldRef& field : environment::followedPoseFields()) {
        access.reads.push_back(field);
        access.writes.push_back(field);
    }
    return access;
}

void MoveMetBodies::run(step::Step& step) const {
    const solids::BodyRows rows = solids::writeBodies(step);
    const auto met_shift = step.read(cloth::met_table, cloth::fields::met_shift);
    const auto met_axis_x = step.read(cloth::met_table, cloth::fields::met_axis_x);
    const auto met_axis_y = step.read(cloth::met_table, cloth::fields::met_axis_y);
    const auto shift = step.write(walls_table, ef::wall_shift);
    const auto axis_x = step.write(walls_table, ef::wall_axis_x);
    const auto axis_y = step.write(walls_table, ef::wall_axis_y);
    const auto velocity = step.write(walls_table, ef::wall_velocity);
    const double end = step.time() + step.dt;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const solids::PreparedBody& body = setup.bodies[b];
        const std::size_t w = body.wall;
        if (!body.free || !body.presence.at(end)) continue;
        if (met_shift[w] == shift[w] && met_axis_x[w] == axis_x[w] && met_axis_y[w] == axis_y[w]) continue;
        solids::BodyState now = rows.at(b);
        now.position = met_shift[w];
        now.rotation = {met_axis_x[w], met_axis_y[w], cross(met_axis_x[w], met_axis_y[w])};
        rows.set(b, now);
        shift[w] = now.position;
        axis_x[w] = now.rotation.x;
        axis_y[w] = now.rotation.y;
        velocity[w] = solids::wallPose(now).velocity;
    }
}

}  // namespace talus::couple

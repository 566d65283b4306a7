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
             &cloth::fields::met_shift, &cloth::fields::met_turn_x, &cloth::fields::met_turn_y})
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
    const auto met_turn_x = step.read(cloth::met_table, cloth::fields::met_turn_x);
    const auto met_turn_y = step.read(cloth::met_table, cloth::fields::met_turn_y);
    const auto shift = step.write(walls_table, ef::wall_shift);
    const auto turn_x = step.write(walls_table, ef::wall_turn_x);
    const auto turn_y = step.write(walls_table, ef::wall_turn_y);
    const auto velocity = step.write(walls_table, ef::wall_velocity);
    const double end = step.time() + step.dt;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const solids::PreparedBody& body = setup.bodies[b];
        const std::size_t w = body.wall;
        if (!body.free || !body.presence.at(end)) continue;
        if (met_shift[w] == shift[w] && met_turn_x[w] == turn_x[w] && met_turn_y[w] == turn_y[w]) continue;
        solids::BodyState now = rows.at(b);
        now.position = met_shift[w];
        now.turn = {met_turn_x[w], met_turn_y[w], cross(met_turn_x[w], met_turn_y[w])};
        rows.set(b, now);
        shift[w] = now.position;
        turn_x[w] = now.turn.x;
        turn_y[w] = now.turn.y;
        velocity[w] = solids::wallPose(now).velocity;
    }
}

}  // namespace talus::couple

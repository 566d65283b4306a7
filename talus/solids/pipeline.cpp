#include "talus/solids/pipeline.h"

#include <algorithm>
#include <utility>

#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/contact/solve_contacts.h"
#include "talus/solids/joint/pull_springs.h"
#include "talus/solids/motion/accelerate.h"
#include "talus/solids/motion/move.h"

namespace talus::solids {
namespace {

void addFields(state::Table& table, std::initializer_list<const state::FieldInfo*> fields) {
    for (const state::FieldInfo* field : fields) table.add(*field);
}

}  // namespace

void addTables(state::World& world, const Setup& setup) {
    state::Table& bodies = world.addTable(bodies_table);
    addFields(bodies, {&fields::position, &fields::velocity, &fields::axis_x, &fields::axis_y, &fields::spin,
                       &fields::ground_force, &fields::begin_velocity, &fields::spread_gain,
                       &fields::begin_spin, &fields::pushed, &fields::contact_impulse});
    bodies.resize(setup.bodies.size());
    namespace ef = environment::fields;
    state::Table& walls = environment::wallTable(world, setup.walls->bodies().size());
    addFields(walls,
              {&ef::wall_shift, &ef::wall_axis_x, &ef::wall_axis_y, &ef::wall_velocity, &ef::wall_spin});
    const BodyRows rows = writeBodies(bodies);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const PreparedBody& body = setup.bodies[b];
        rows.set(b, body.free ? BodyState{body.start.shift, body.start.rotation, body.start.velocity,
                                          body.start.spin}
                              : prescribed(body, 0));
        environment::setPose(walls, body.wall, wallPose(body, rows.at(b), 0));
    }
    if (std::ranges::any_of(setup.bodies, &PreparedBody::free))
        addFields(walls, {&fields::wall_body_impulse, &fields::wall_body_time});
    environment::addWallImpulses(world, *setup.walls);
    state::Table& contacts = world.addTable(contacts_table);
    addFields(contacts, {&fields::contact_first, &fields::contact_second, &fields::contact_point,
                         &fields::contact_force, &fields::contact_friction});
    if (setup.joints.empty()) return;
    state::Table& joints = world.addTable(joints_table);
    addFields(joints, {&fields::broken, &fields::joint_force, &fields::joint_torque, &fields::joint_impulse,
                       &fields::joint_angular_impulse, &fields::joint_load_time});
    joints.resize(setup.joints.size());
}

step::PhasedStages stagesOf(const Setup& setup, std::shared_ptr<OverlapRecord> overlaps) {
    using step::Phase;
    step::PhasedStages all;
    all.add(Phase::Force, Accelerate{setup});
    const auto isSpring = [](const PreparedJoint& joint) { return joint.joint.kind == Joint::Kind::Spring; };
    if (std::ranges::any_of(setup.joints, isSpring)) all.add(Phase::Force, PullSprings{setup});
    if (std::ranges::any_of(setup.bodies, &PreparedBody::free))
        all.add(Phase::Hold, SolveContacts{setup, std::move(overlaps)});
    all.add(Phase::Kick, MoveBodies{setup});
    return all;
}

}  // namespace talus::solids

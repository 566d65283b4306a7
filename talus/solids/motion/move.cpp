#include "talus/solids/motion/move.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/environment/bodies/last_step.h"
#include "talus/environment/wall_impulses.h"
#include "talus/environment/wall_state.h"
#include "talus/math/slowest.h"
#include "talus/solids/body_rows.h"

namespace talus::solids {
namespace {

namespace ef = environment::fields;
using environment::LastStep, environment::wall_impulses_table, environment::wall_last_steps_table,
    environment::walls_table;

/// Stores the acceleration of a body in this step by all but spread impulses, as a prediction for the next
/// step. Impacts are left out: those are impulses larger than what keeps a body at rest.
/// @param impulse of ground and walls [N s] @param gained velocity that gravity added [m/s]
void storeOtherAcceleration(step::Step& step, const PreparedBody& body, const Vec3d& speeded,
                            const Vec3d& turned, const Vec3d& impulse, const Vec3d& gained) {
    if (!step.has(wall_impulses_table)) return;
    const bool hit = length(impulse) / body.rigid.mass > 4 * length(gained);
    const Vec3d by_impact = hit ? impulse / body.rigid.mass : Vec3d{};
    step.write(wall_impulses_table, ef::wall_other_acceleration)[body.wall] = (speeded - by_impact) / step.dt;
    step.write(wall_impulses_table, ef::wall_other_angular_acceleration)[body.wall] =
        hit ? Vec3d{} : turned / step.dt;
}

/// What pushed a body in a step.
LastStep kindOf(bool pushed, const Vec3d& impulse_of_contacts) {
    if (!(impulse_of_contacts == Vec3d{})) return LastStep::Other;
    return pushed ? LastStep::Pushed : LastStep::Flew;
}

/// The position after a step. Gravity and spread impulses act all through the step, contacts at its begin.
/// From flight to pushes and back the velocity changes its meaning (environment/bodies/last_step.h).
/// @param begin_velocity at the begin of the step [m/s] @param gain of velocity that acts all through the
/// step [m/s]
void moveOn(BodyState& body, const Vec3d& begin_velocity, const Vec3d& gain, LastStep last, LastStep now,
            double dt) {
    const bool begins = last == LastStep::Flew && now == LastStep::Pushed;
    const bool ends = last == LastStep::Pushed && now == LastStep::Flew;
    if (begins) body.velocity -= gain * 0.5;
    const bool flies = now == LastStep::Flew && !ends;
    body.position += (flies ? (begin_velocity + body.velocity) * 0.5 : body.velocity) * dt;
    if (ends) body.velocity += gain * 0.5;
}

bool isFinite(const BodyState& body) {
    return std::isfinite(body.position.x + body.position.y + body.position.z + body.spin.x + body.spin.y +
                         body.spin.z);
}

}  // namespace

step::Access MoveBodies::access() const {
    step::Access access{.reads = bodyFields(), .writes = bodyFields(), .resizes = {}};
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::begin_velocity, &fields::spread_gain, &fields::begin_spin, &fields::pushed,
             &fields::contact_impulse})
        access.reads.push_back({bodies_table, field});
    access.writes.push_back({bodies_table, &fields::ground_force});
    for (const step::FieldRef& pose : environment::followedPoseFields()) access.writes.push_back(pose);
    access.reads.push_back({wall_last_steps_table, &ef::wall_last_step});
    access.writes.push_back({wall_last_steps_table, &ef::wall_last_step});
    access.writes.push_back({wall_impulses_table, &ef::wall_other_acceleration});
    access.writes.push_back({wall_impulses_table, &ef::wall_other_angular_acceleration});
    return access;
}

void MoveBodies::run(step::Step& step) const {
    const BodyRows rows = writeBodies(step);
    const auto begin_velocity = step.read(bodies_table, fields::begin_velocity);
    const auto spread_gain = step.read(bodies_table, fields::spread_gain);
    const auto begin_spin = step.read(bodies_table, fields::begin_spin);
    const auto pushed = step.read(bodies_table, fields::pushed);
    const auto contact_impulse = step.read(bodies_table, fields::contact_impulse);
    const auto ground_force = step.write(bodies_table, fields::ground_force);
    // Where bodies do not keep what they did in their last step, they neither begin nor end to be pushed.
    const auto last_step = step.has(wall_last_steps_table)
                               ? step.write(wall_last_steps_table, ef::wall_last_step)
                               : state::View<std::uint8_t>{};
    const double dt = step.dt, end = step.time() + dt;
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const PreparedBody& body = setup.bodies[b];
        if (!body.free || !body.presence.at(end)) continue;
        BodyState now = rows.at(b);
        // Its steps are chosen for a quarter of a side (Solids::longestStep()), if that is possible.
        if (const double speed = length(begin_velocity[b]);
            dt <= setup.shortest_step * (1 + 1e-9) && speed * dt > 0.5 * body.smallest_side)
            return step.report.fail(
                {.what =
                     fmt::format("body '{}' moves at {:.3g} m/s, by more than half of its smallest side in "
                                 "the shortest step that there is",
                                 body.name, speed),
                 .advice = "set a shorter time.dt, or a lower velocity of what moves it",
                 .ids = {},
                 .positions = {now.position}});
        const Vec3d impulse = contact_impulse[b];
        ground_force[b] = impulse / dt;
        storeOtherAcceleration(step, body, now.velocity - begin_velocity[b] - spread_gain[b],
                               now.spin - begin_spin[b], impulse, setup.gravity * dt);
        const LastStep did = kindOf(pushed[b] != 0, impulse);
        const LastStep before = last_step.empty() ? LastStep::Other : LastStep(last_step[body.wall]);
        moveOn(now, begin_velocity[b], setup.gravity * dt + spread_gain[b], before, did, dt);
        if (!last_step.empty()) last_step[body.wall] = static_cast<std::uint8_t>(did);
        turnFor(body.rigid, now, dt);
        now.velocity = stoppedIfSlow(now.velocity);
        now.spin = stoppedIfSlow(now.spin);
        rows.set(b, now);
        if (!isFinite(now))
            return step.report.fail(
                {.what = fmt::format("the position or spin of body '{}' is not a number", body.name),
                 .advice = "set a shorter time.dt, or make the body heavier compared with what it meets",
                 .ids = {},
                 .positions = {}});
    }
    const auto shift = step.write(walls_table, ef::wall_shift);
    const auto axis_x = step.write(walls_table, ef::wall_axis_x);
    const auto axis_y = step.write(walls_table, ef::wall_axis_y);
    const auto velocity = step.write(walls_table, ef::wall_velocity);
    const auto spin = step.write(walls_table, ef::wall_spin);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const std::size_t w = setup.bodies[b].wall;
        const environment::Pose pose = wallPose(setup.bodies[b], rows.at(b), end);
        shift[w] = pose.shift;
        axis_x[w] = pose.rotation.x;
        axis_y[w] = pose.rotation.y;
        velocity[w] = pose.velocity;
        spin[w] = pose.spin;
    }
}

}  // namespace talus::solids

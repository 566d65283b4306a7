#include "talus/couple/bodies/move_bodies.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/couple/bodies/body_contact.h"
#include "talus/couple/bodies/body_rows.h"
#include "talus/environment/followed_poses.h"
#include "talus/environment/wall_impulses.h"
#include "talus/geometry/heightfield_contact.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/wall_touch.h"
#include "talus/ground/fields.h"
#include "talus/math/slowest.h"

namespace talus::couple {
namespace {

namespace gf = grains::fields;
namespace sf = solids::fields;
using environment::walls_table;
using solids::BodyState;

/// Gap up to which a ball touches a rigid wall or ground [radii], so that a ball at rest has contact in every
/// step. Like `same_point` of the grains' walls it is far above round-off, and far below what is visible.
constexpr double rigid_tolerance = 1e-4;

/// Moves a ball out of rigid walls and ground, and applies the impulses of these contacts.
class Bouncer {
  public:
    Bouncer(const Body& body, const Vec3d& gained, BodyState& state)
        : body_(body), gained_(gained), state_(state) {}

    void touch(const Vec3d& normal, double gap, const environment::Pose* pose) {
        const Vec3d point = state_.position - normal * (*body_.ball + gap);
        if (gap < 0) state_.position -= normal * gap;
        const Vec3d moves = pose ? pose->velocityAt(point) : Vec3d{};
        impulse_ += bounce(body_, {point, normal, moves, 0}, gained_, state_);
    }
    const Vec3d& impulse() const { return impulse_; }

  private:
    const Body& body_;
    Vec3d gained_;  ///< velocity that gravity added in this step [m/s]
    BodyState& state_;
    Vec3d impulse_;
};

void bounceOffWalls(const Bodies& setup, const environment::WallsAt& at, const Body& body,
                    const BodyState& state, Bouncer& bouncer) {
    const double radius = *body.ball * (1 + rigid_tolerance);
    std::vector<grains::FaceTouch> touches;
    for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w) {
        if (!setup.solid_walls[w] || w == body.wall) continue;
        setup.walls->forFacesNear(w, at.inFrame(w, state.position), radius, [&](std::uint32_t face) {
            grains::FaceTouch& touch = touches.emplace_back();
            touch.face = face;
            findTouch(at, state.position, radius, touch);
            touch.acting = touch.overlap > 0;
        });
    }
    keepLocalMinima(at, state.position, radius, touches);
    for (const grains::FaceTouch& touch : touches)
        if (touch.acting)
            bouncer.touch(touch.found.normal, touch.found.distance - *body.ball,
                          &at.pose(setup.walls->faces()[touch.face].wall));
}

void bounceOffGround(const geometry::ColumnGrid& grid, exec::View<const double> height, const Body& body,
                     const BodyState& state, Bouncer& bouncer) {
    geometry::GroundContacts contacts;
    const double slack = rigid_tolerance * *body.ball;
    for (const auto& contact : contacts.find(grid, height, {state.position, *body.ball + slack}))
        bouncer.touch(contact.normal, slack - contact.depth, nullptr);
}

/// Applies the impulses of other methods to free bodies, evenly over the time in which they were given: the
/// bodies make several steps in that time, and water that holds a body up gives the impulse against gravity
/// for all of them. Applied at once, it would first throw the body up, by g t dt / 2.
/// @return for each body whether it got an impulse
std::vector<bool> takeImpulses(const Bodies& setup, step::Step& step, const BodyRows& rows) {
    std::vector<bool> taken(setup.bodies.size());
    if (!step.has(environment::wall_impulses_table)) return taken;
    const auto impulse_left = step.write(environment::wall_impulses_table, environment::fields::wall_impulse);
    const auto angular_left =
        step.write(environment::wall_impulses_table, environment::fields::wall_angular_impulse);
    const auto time_left =
        step.write(environment::wall_impulses_table, environment::fields::wall_impulse_time);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const Body& body = setup.bodies[b];
        const std::size_t w = body.wall;
        if (!body.free || !body.presence.at(step.time())) continue;
        // All of the rest in the last step of that time, and if no time is given.
        const bool all = !(time_left[w] > step.dt * (1 + 1e-9));
        const double share = all ? 1 : step.dt / time_left[w];
        time_left[w] = all ? 0 : time_left[w] - step.dt;
        if (impulse_left[w] == Vec3d{} && angular_left[w] == Vec3d{}) continue;
        BodyState now = rows.at(b);
        now.velocity += impulse_left[w] * (share / body.rigid.mass);
        now.spin += spinOf(body.rigid, now, angular_left[w] * share);
        rows.set(b, now);
        impulse_left[w] = all ? Vec3d{} : impulse_left[w] * (1 - share);
        angular_left[w] = all ? Vec3d{} : angular_left[w] * (1 - share);
        taken[b] = true;
    }
    return taken;
}

/// Stores the acceleration of a body in this step by all but these impulses, as a prediction for the next
/// step. Impacts are left out: those are impulses larger than what keeps a body at rest (bounce() in
/// body_contact.h).
/// @param impulse of ground and walls [N s] @param gained velocity that gravity added [m/s]
void storeOtherAcceleration(step::Step& step, const Body& body, const BodyState& before, const BodyState& now,
                            const Vec3d& impulse, const Vec3d& gained) {
    if (!step.has(environment::wall_impulses_table)) return;
    const bool hit = length(impulse) / body.rigid.mass > 4 * length(gained);
    const Vec3d by_impact = hit ? impulse / body.rigid.mass : Vec3d{};
    step.write(environment::wall_impulses_table, environment::fields::wall_other_acceleration)[body.wall] =
        (now.velocity - before.velocity - by_impact) / step.dt;
    step.write(environment::wall_impulses_table,
               environment::fields::wall_other_angular_acceleration)[body.wall] =
        hit ? Vec3d{} : (now.spin - before.spin) / step.dt;
}

}  // namespace

step::Access MoveBodies::access() const {
    step::Access access;
    access.reads = bodyFields();
    access.writes = bodyFields();
    access.writes.push_back({solids::bodies_table, &sf::ground_force});
    const auto poses = environment::followedPoseFields();
    access.reads.insert(access.reads.end(), poses.begin(), poses.end());
    access.writes.insert(access.writes.end(), poses.begin(), poses.end());
    const auto pushes = environment::wallImpulseFields();
    access.reads.insert(access.reads.end(), pushes.begin(), pushes.end());
    access.writes.insert(access.writes.end(), pushes.begin(), pushes.end());
    access.reads.push_back({walls_table, &gf::wall_push});
    access.reads.push_back({walls_table, &gf::wall_twist});
    if (setup.ground) {
        access.reads.push_back({ground::ground_table, &ground::fields::height});
        if (setup.ground->soil) {
            access.reads.push_back({ground::ground_table, &ground::fields::touched});
            access.reads.push_back({ground::ground_table, &ground::fields::before});
        }
    }
    return access;
}

void MoveBodies::run(step::Step& step) {
    namespace wf = grains::fields;
    const BodyRows rows{
        {step.write(solids::bodies_table, sf::position), step.write(solids::bodies_table, sf::velocity),
         step.write(solids::bodies_table, sf::axis_x), step.write(solids::bodies_table, sf::axis_y),
         step.write(solids::bodies_table, sf::spin)}};
    const auto ground_force = step.write(solids::bodies_table, sf::ground_force);
    const auto push = step.read(walls_table, wf::wall_push);
    const auto twist = step.read(walls_table, wf::wall_twist);
    const environment::WallsAt at(*setup.walls, step.time(), environment::followedPoses(step, *setup.walls));
    const double end = step.time() + setup.ahead * step.dt;
    const double dt = step.dt, gravity = std::max(0.0, -setup.gravity.z);
    std::optional<SoilView> soil;
    exec::View<const double> height;
    if (setup.ground) {
        height = step.read(ground::ground_table, ground::fields::height);
        if (setup.ground->soil)
            soil.emplace(SoilView{setup.ground->grid(), height,
                                  step.read(ground::ground_table, ground::fields::touched),
                                  setup.ground->start->bedrock.view(),
                                  step.read(ground::ground_table, ground::fields::before)});
    }

    const std::vector<bool> taken = takeImpulses(setup, step, rows);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const Body& body = setup.bodies[b];
        if (!body.free) rows.set(b, prescribed(body, end));
        if (!body.free || !body.presence.at(end)) continue;
        BodyState now = rows.at(b);
        const BodyState before = now;
        const Vec3d torque = twist[body.wall];
        now.velocity += (setup.gravity + push[body.wall] / body.rigid.mass) * dt;
        if (!(torque == Vec3d{})) now.spin += spinOf(body.rigid, now, torque * dt);

        Vec3d impulse;
        if (body.ball) {
            Bouncer bouncer(body, setup.gravity * dt, now);
            bounceOffWalls(setup, at, body, now, bouncer);
            if (setup.ground && !soil) bounceOffGround(setup.ground->grid(), height, body, now, bouncer);
            impulse = bouncer.impulse();
        }
        if (soil) {
            const Patch patch = patchUnder(placed(body, now), *soil);
            now.position.z += patch.in_rock;
            impulse += meetSoil(body, patch, gravity, dt, now);
        }
        ground_force[b] = impulse / dt;

        // Free flight only: a floating body got the impulse against its weight before gravity acts.
        const bool flies = impulse == Vec3d{} && push[body.wall] == Vec3d{} && !taken[b];
        now.position += (flies ? (before.velocity + now.velocity) * 0.5 : now.velocity) * dt;
        storeOtherAcceleration(step, body, before, now, impulse, setup.gravity * dt);
        turnFor(body.rigid, now, dt);
        now.velocity = stoppedIfSlow(now.velocity);
        now.spin = stoppedIfSlow(now.spin);
        rows.set(b, now);
        if (!std::isfinite(now.position.x + now.position.y + now.position.z + now.spin.x + now.spin.y +
                           now.spin.z))
            return step.report.fail(
                {.what = fmt::format("the position or spin of body {} is not a number", b + 1),
                 .advice = "set a shorter time.dt, or make the body heavier compared with the grains",
                 .ids = {},
                 .positions = {}});
    }

    const auto shift = step.write(walls_table, environment::fields::wall_shift);
    const auto turn_x = step.write(walls_table, environment::fields::wall_turn_x);
    const auto turn_y = step.write(walls_table, environment::fields::wall_turn_y);
    const auto velocity = step.write(walls_table, environment::fields::wall_velocity);
    const auto spin = step.write(walls_table, environment::fields::wall_spin);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const std::size_t w = setup.bodies[b].wall;
        const environment::Pose pose = wallPose(setup.bodies[b], rows.at(b), end);
        shift[w] = pose.shift;
        turn_x[w] = pose.turn.x;
        turn_y[w] = pose.turn.y;
        velocity[w] = pose.velocity;
        spin[w] = pose.spin;
    }
}

}  // namespace talus::couple

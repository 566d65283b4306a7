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

/// A gap up to which a ball and something rigid touch [radii]: one that rests then does so in every step. As
/// `same_point` of the grains' walls: far above round-off, far below what is seen.
constexpr double rigid_slack = 1e-4;

/// Takes a ball out of something rigid, and its velocity with it.
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
    Vec3d gained_;  ///< by gravity, in this step [m/s]
    BodyState& state_;
    Vec3d impulse_;
};

void bounceOffWalls(const Bodies& setup, const environment::WallsAt& at, const Body& body,
                    const BodyState& state, Bouncer& bouncer) {
    const double radius = *body.ball * (1 + rigid_slack);
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
    const double slack = rigid_slack * *body.ball;
    for (const auto& contact : contacts.find(grid, height, {state.position, *body.ball + slack}))
        bouncer.touch(contact.normal, slack - contact.depth, nullptr);
}

/// What other methods gave to free bodies since these last moved, spread evenly over the time in which they
/// gave it: bodies take several steps in that time, and water that holds a body up gives it what gravity
/// takes in all of them. At once it would throw the body up first, and the body would rise by g t dt / 2.
/// @return of each body whether it got something
std::vector<bool> takePushes(const Bodies& setup, step::Step& step, const BodyRows& rows) {
    std::vector<bool> taken(setup.bodies.size());
    if (!step.has(environment::wall_impulses_table)) return taken;
    const auto pushed = step.write(environment::wall_impulses_table, environment::fields::wall_impulse);
    const auto twisted = step.write(environment::wall_impulses_table, environment::fields::wall_angular_impulse);
    const auto since = step.write(environment::wall_impulses_table, environment::fields::wall_impulse_time);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const Body& body = setup.bodies[b];
        const std::size_t w = body.wall;
        if (!body.free) continue;
        // But for round-off this is the last of these steps; and what does not say its time gives all at
        // once.
        const bool all = !(since[w] > step.dt * (1 + 1e-9));
        const double share = all ? 1 : step.dt / since[w];
        since[w] = all ? 0 : since[w] - step.dt;
        if (pushed[w] == Vec3d{} && twisted[w] == Vec3d{}) continue;
        BodyState now = rows.at(b);
        now.velocity += pushed[w] * (share / body.rigid.mass);
        now.spin += spinOf(body.rigid, now, twisted[w] * share);
        rows.set(b, now);
        pushed[w] = all ? Vec3d{} : pushed[w] * (1 - share);
        twisted[w] = all ? Vec3d{} : twisted[w] * (1 - share);
        taken[b] = true;
    }
    return taken;
}

/// Leaves word of how a body was moved in this step by all but that: of what goes on in the next step, so not
/// of an impact, which is more than what keeps a body at rest (bounce() in body_contact.h).
/// @param impulse of ground and walls [N s] @param gained by gravity [m/s]
void tellOther(step::Step& step, const Body& body, const BodyState& before, const BodyState& now,
               const Vec3d& impulse, const Vec3d& gained) {
    if (!step.has(environment::wall_impulses_table)) return;
    const bool hit = length(impulse) / body.rigid.mass > 4 * length(gained);
    const Vec3d by_impact = hit ? impulse / body.rigid.mass : Vec3d{};
    step.write(environment::wall_impulses_table, environment::fields::wall_other_acceleration)[body.wall] =
        (now.velocity - before.velocity - by_impact) / step.dt;
    step.write(environment::wall_impulses_table, environment::fields::wall_other_angular_acceleration)[body.wall] =
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

    const std::vector<bool> taken = takePushes(setup, step, rows);
    for (std::size_t b = 0; b < setup.bodies.size(); ++b) {
        const Body& body = setup.bodies[b];
        if (!body.free) {
            rows.set(b, prescribed(body, step.time() + setup.ahead * dt));
            continue;
        }
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

        // What water holds up has got its weight as a jump before gravity takes it away again.
        const bool flies = impulse == Vec3d{} && push[body.wall] == Vec3d{} && !taken[b];
        now.position += (flies ? (before.velocity + now.velocity) * 0.5 : now.velocity) * dt;
        tellOther(step, body, before, now, impulse, setup.gravity * dt);
        turnFor(body.rigid, now, dt);
        now.velocity = stoppedIfSlow(now.velocity);
        now.spin = stoppedIfSlow(now.spin);
        rows.set(b, now);
        if (!std::isfinite(now.position.x + now.position.y + now.position.z + now.spin.x + now.spin.y +
                           now.spin.z))
            return step.report.fail(
                {.what = fmt::format("body {} is at a place that is not a number", b + 1),
                 .advice = "set a shorter time.dt, or a larger mass of the body against that of the grains",
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
        const environment::Pose pose = wallPose(rows.at(b));
        shift[w] = pose.shift;
        turn_x[w] = pose.turn.x;
        turn_y[w] = pose.turn.y;
        velocity[w] = pose.velocity;
        spin[w] = pose.spin;
    }
}

}  // namespace talus::couple

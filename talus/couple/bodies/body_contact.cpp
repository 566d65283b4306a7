#include "talus/couple/bodies/body_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::couple {
namespace {

using solids::BodyState;

/// How much of a speed into soil is taken off within a step [m/s].
struct SpeedLost {
    double depth, speed, mass, gravity_part, dt;  ///< of the speed, what gravity gave in this step

    double operator()(const ground::Dissipation& soil) const {
        // The weight is carried; what came with the body decays.
        const double brought = std::max(0.0, speed - gravity_part);
        const double left = brought * std::exp(-soil.rate * dt);
        constexpr double last_way = 1e-7;  // [m], as in ground/response.cpp
        return left <= last_way * soil.rate ? speed : speed - left;
    }
    double operator()(const ground::Poncelet& soil) const {
        return (soil.friction * std::max(depth, 0.0) / mass + speed * speed / soil.drag_length) * dt;
    }
};

/// Friction of a place pressed by `pressure` [N s], with rolling resistance of a lever. Returns the impulse.
Vec3d rub(const Body& body, const BodyContact& touch, double pressure, BodyState& state) {
    const Vec3d lever = touch.point - state.position;
    const auto across = [&](const Vec3d& v) { return v - touch.normal * dot(v, touch.normal); };
    const double most = body.friction * pressure, most_turn = touch.lever * pressure;
    const Vec3d before = state.velocity;

    // Everything at rest, if friction can hold that.
    const Vec3d slide = across(state.velocity - touch.velocity);
    const Vec3d hold = -slide * body.rigid.mass;
    const Vec3d turning = solids::angularMomentum(body.rigid, state) + cross(lever, hold);
    if (touch.lever > 0 && length(hold) <= most && length(turning) <= most_turn) {
        state.velocity += hold / body.rigid.mass;
        state.spin = {};
        return hold;
    }
    if (const Vec3d momentum = solids::angularMomentum(body.rigid, state); length(momentum) > 0) {
        const double share = std::max(0.0, 1 - most_turn / length(momentum));
        state.spin = solids::spinOf(body.rigid, state, momentum * share);
    }
    const Vec3d creep = across(state.velocityAt(touch.point) - touch.velocity);
    if (const double speed = length(creep); speed > 0) {
        const Vec3d along = creep / speed;
        const double stops = speed / mobility(body.rigid, state, lever, along);
        push(body.rigid, state, along * -std::min(stops, most), lever);
    }
    return (state.velocity - before) * body.rigid.mass;
}

}  // namespace

Vec3d meetSoil(const Body& body, const Patch& patch, double gravity, double dt, BodyState& state) {
    if (patch.columns == 0 || !(patch.depth > 0)) return {};
    BodyContact touch{
        .point = patch.middle, .normal = patch.normal, .velocity = {}, .lever = body.rolling * patch.radius};
    if (const auto radius = body.ball) {
        touch.point = state.position - patch.normal * *radius;
        // To roll on it must climb out of its bed, which is the harder the nearer its middle is to the top.
        // R / (R - z) has no bound at z = R, where the ball is in by half; ten times the lever is held there.
        constexpr double highest = 0.9;
        touch.lever /= 1 - std::min(patch.depth / *radius, highest);
    }
    const Vec3d before = state.velocity, lever = touch.point - state.position;
    const double eases = mobility(body.rigid, state, lever, patch.normal);
    // A push beside the centre and the friction that stops the turn that it brings take turns.
    const int rounds = body.ball ? 1 : 10;
    double left = std::numeric_limits<double>::infinity();  // of what the soil can do within dt [N s]
    for (int round = 0; round < rounds && left > 0; ++round) {
        const double speed = -dot(state.velocityAt(touch.point), patch.normal);
        if (!(speed > 0)) break;
        // Rock gives no way at all.
        if (round == 0 && !(patch.in_rock > 0))
            left = std::visit(SpeedLost{patch.depth, speed, 1 / eases, gravity * patch.normal.z * dt, dt},
                              body.response) /
                   eases;
        const double pressure = std::min(left, speed / eases);
        left -= pressure;
        push(body.rigid, state, patch.normal * pressure, lever);
        rub(body, touch, pressure, state);
    }
    return (state.velocity - before) * body.rigid.mass;
}

Vec3d bounce(const Body& body, const BodyContact& touch, const Vec3d& gained, BodyState& state) {
    const double speed = -dot(state.velocityAt(touch.point) - touch.velocity, touch.normal);
    if (!(speed > 0)) return {};
    const double brought = speed + dot(gained, touch.normal);
    const double back = speed > 4 * length(gained) ? body.restitution * brought : 0;
    const double pressure =
        (speed + back) / mobility(body.rigid, state, touch.point - state.position, touch.normal);
    push(body.rigid, state, touch.normal * pressure, touch.point - state.position);
    return touch.normal * pressure + rub(body, touch, pressure, state);
}

}  // namespace talus::couple

#include "talus/couple/bodies/body_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus::couple {
namespace {

using solids::BodyState;

/// The part of a speed into soil that the soil takes within a step [m/s].
struct SpeedLost {
    double depth, speed, mass;
    double gravity_part;  ///< part of the speed that gravity added in this step
    double dt;

    double operator()(const ground::Dissipation& soil) const {
        // The soil carries the weight; the rest of the speed decays.
        const double brought = std::max(0.0, speed - gravity_part);
        const double left = brought * std::exp(-soil.rate * dt);
        constexpr double negligible_distance = 1e-7;  // [m], as in ground/response.cpp
        return left <= negligible_distance * soil.rate ? speed : speed - left;
    }
    double operator()(const ground::Poncelet& soil) const {
        return (soil.friction * std::max(depth, 0.0) / mass + speed * speed / soil.drag_length) * dt;
    }
};

/// Coulomb friction and rolling resistance of a contact. @param pressure normal impulse [N s]
/// @return the impulse of friction [N s]
Vec3d applyFriction(const Body& body, const BodyContact& touch, double pressure, BodyState& state) {
    const Vec3d lever = touch.point - state.position;
    const auto across = [&](const Vec3d& v) { return v - touch.normal * dot(v, touch.normal); };
    const double max_friction = body.friction * pressure, max_moment = touch.lever * pressure;
    const Vec3d before = state.velocity;

    // The body comes to rest if friction and rolling resistance suffice.
    const Vec3d slide = across(state.velocity - touch.velocity);
    const Vec3d hold = -slide * body.rigid.mass;
    const Vec3d turning = solids::angularMomentum(body.rigid, state) + cross(lever, hold);
    if (touch.lever > 0 && length(hold) <= max_friction && length(turning) <= max_moment) {
        state.velocity += hold / body.rigid.mass;
        state.spin = {};
        return hold;
    }
    if (const Vec3d momentum = solids::angularMomentum(body.rigid, state); length(momentum) > 0) {
        const double share = std::max(0.0, 1 - max_moment / length(momentum));
        state.spin = solids::spinOf(body.rigid, state, momentum * share);
    }
    const Vec3d creep = across(state.velocityAt(touch.point) - touch.velocity);
    if (const double speed = length(creep); speed > 0) {
        const Vec3d along = creep / speed;
        const double stops = speed / mobility(body.rigid, state, lever, along);
        push(body.rigid, state, along * -std::min(stops, max_friction), lever);
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
        // To roll, a ball that is in the soil to a depth z must climb a step of that height: the lever grows
        // by R / (R - z). That has no bound at z = R, so the factor is limited to ten.
        constexpr double max_depth = 0.9;  // in radii
        touch.lever /= 1 - std::min(patch.depth / *radius, max_depth);
    }
    const Vec3d before = state.velocity, lever = touch.point - state.position;
    const double inverse_mass = mobility(body.rigid, state, lever, patch.normal);
    // An impulse beside the centre makes the body turn, and friction stops that: both are iterated.
    const int rounds = body.ball ? 1 : 10;
    double left =
        std::numeric_limits<double>::infinity();  // impulse that the soil can still give in dt [N s]
    for (int round = 0; round < rounds && left > 0; ++round) {
        const double speed = -dot(state.velocityAt(touch.point), patch.normal);
        if (!(speed > 0)) break;
        // Bedrock is rigid: its impulse has no limit.
        if (round == 0 && !(patch.in_rock > 0))
            left =
                std::visit(SpeedLost{patch.depth, speed, 1 / inverse_mass, gravity * patch.normal.z * dt, dt},
                           body.response) /
                inverse_mass;
        const double pressure = std::min(left, speed / inverse_mass);
        left -= pressure;
        push(body.rigid, state, patch.normal * pressure, lever);
        applyFriction(body, touch, pressure, state);
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
    return touch.normal * pressure + applyFriction(body, touch, pressure, state);
}

}  // namespace talus::couple

#include "talus/couple/soil_bodies/soil_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/solids/contact/rigid_contact.h"

namespace talus::couple {
namespace {

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

}  // namespace

Vec3d meetSoil(const solids::PreparedBody& body, const ground::Response& response, const Patch& patch,
               double gravity, double dt, solids::BodyState& state) {
    if (patch.columns == 0 || !(patch.depth > 0)) return {};
    solids::RigidContact touch{
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
                           response) /
                inverse_mass;
        const double pressure = std::min(left, speed / inverse_mass);
        left -= pressure;
        push(body.rigid, state, patch.normal * pressure, lever);
        applyFriction(body, touch, pressure, state);
    }
    return (state.velocity - before) * body.rigid.mass;
}

}  // namespace talus::couple

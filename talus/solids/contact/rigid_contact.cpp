#include "talus/solids/contact/rigid_contact.h"

#include <algorithm>

namespace talus::solids {

Vec3d applyFriction(const PreparedBody& body, const RigidContact& touch, double pressure, BodyState& state) {
    const Vec3d lever = touch.point - state.position;
    const auto across = [&](const Vec3d& v) { return v - touch.normal * dot(v, touch.normal); };
    const double max_friction = body.surface.friction * pressure, max_moment = touch.lever * pressure;
    const Vec3d before = state.velocity;

    // The body comes to rest if friction and rolling resistance suffice.
    const Vec3d slide = across(state.velocity - touch.velocity);
    const Vec3d hold = -slide * body.rigid.mass;
    const Vec3d turning = angularMomentum(body.rigid, state) + cross(lever, hold);
    if (touch.lever > 0 && length(hold) <= max_friction && length(turning) <= max_moment) {
        state.velocity += hold / body.rigid.mass;
        state.spin = {};
        return hold;
    }
    if (const Vec3d momentum = angularMomentum(body.rigid, state); length(momentum) > 0) {
        const double share = std::max(0.0, 1 - max_moment / length(momentum));
        state.spin = spinOf(body.rigid, state, momentum * share);
    }
    const Vec3d creep = across(state.velocityAt(touch.point) - touch.velocity);
    if (const double speed = length(creep); speed > 0) {
        const Vec3d along = creep / speed;
        const double stops = speed / mobility(body.rigid, state, lever, along);
        push(body.rigid, state, along * -std::min(stops, max_friction), lever);
    }
    return (state.velocity - before) * body.rigid.mass;
}

}  // namespace talus::solids

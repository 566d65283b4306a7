#include "talus/sand/mpm/walls/move_bodies.h"

#include <cmath>

namespace talus::sand::mpm {
namespace {

/// The iterations end when the last one has changed the impulses by this share, in terms of energy.
constexpr double tolerance = 1e-10;
constexpr int most_iterations = 20;

/// A body in an iteration.
struct Moving {
    std::size_t wall;
    FreeBody body;
    Gain without;        ///< gain without the sand
    Six gained{};        ///< D
    Six load{};          ///< - sum J^T m d + sum m J^T J D
    BodyResponse heavy;  ///< with the sand that presses on it

    Moving(const environment::WallsAt& walls, std::size_t of, const Gain& gain)
        : wall(of), body(freeBodyOf(walls, of)), without(gain), heavy(body) {}

    Gain gain() const {
        return {without.velocity + Vec3d{gained[0], gained[1], gained[2]},
                without.spin + Vec3d{gained[3], gained[4], gained[5]}, body.centre};
    }
    void begin() {
        load = {};
        heavy = BodyResponse(body);
    }
    void press(const Vec3d& impulse, const Vec3d& point) {
        const Six on_body = responseAlong(impulse, point - body.centre);
        for (std::size_t m = 0; m < 6; ++m) load[m] += on_body[m];
    }
    void carry(double mass, const Vec3d& direction, const Vec3d& point) {
        const Six response = responseAlong(direction, point - body.centre);
        heavy.carry(mass, response);
        const double moved = mass * dot(response, gained);
        for (std::size_t m = 0; m < 6; ++m) load[m] += response[m] * moved;
    }
    /// @return whether D changed
    bool end() {
        const Six next = heavy.motionBy(load);
        Six change;
        for (std::size_t m = 0; m < 6; ++m) change[m] = next[m] - gained[m];
        gained = next;
        return std::abs(dot(change, load)) > tolerance * std::abs(dot(gained, load));
    }
};

/// The contact of a node with the bodies as they move now.
void addNode(const BodyNodes::One& node, const Touch* touches, std::vector<Touch>& now,
             std::vector<Moving>& bodies, const std::vector<int>& body_of) {
    now.assign(touches, touches + node.touches);
    const auto bodyOf = [&](const Touch& touch) {
        return touch.wall < body_of.size() && body_of[touch.wall] >= 0
                   ? &bodies[static_cast<std::size_t>(body_of[touch.wall])]
                   : nullptr;
    };
    for (Touch& touch : now)
        if (const Moving* body = bodyOf(touch)) touch.velocity += body->gain().at(touch.point);
    const Vec3d before = wide(node.node->xyz());
    Vec3d changed;
    const Vec3d after =
        afterContacts(before, now.data(), now.size(), [&](const Touch& touch, const Vec3d& change) {
            changed += change;
            if (Moving* body = bodyOf(touch)) body->press(change * -node.mass, touch.point);
        });
    if (changed == Vec3d{}) return;
    for (const Touch& touch : now) {
        Moving* body = bodyOf(touch);
        if (body == nullptr) continue;
        Vec3d slides = after - touch.velocity;
        slides -= touch.normal * dot(slides, touch.normal);
        if (length(slides) <= 1e-9 * length(changed)) {
            for (const Vec3d& axis : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}})
                body->carry(node.mass, axis, touch.point);
            body->carry(node.mass * touch.share, touch.normal, touch.point);
            return;  // held by all of its touches
        }
        if (dot(before - touch.velocity, touch.normal) < 0)
            body->carry(node.mass * (1 + touch.share), touch.normal, touch.point);
    }
}

}  // namespace

void BodyNodes::add(Node& node, double mass, const std::vector<Touch>& touches_of_node) {
    nodes.push_back({&node, mass, touches_of_node.size()});
    touches.insert(touches.end(), touches_of_node.begin(), touches_of_node.end());
}

std::vector<Gain> gainsWithSand(const std::vector<BodyNodes>& nodes, const Boundaries& boundaries,
                                const environment::WallsAt& walls, std::vector<Gain> gains) {
    std::vector<Moving> bodies;
    std::vector<int> body_of(boundaries.count(), -1);
    for (std::size_t w = 0; w < boundaries.count(); ++w)
        if (boundaries.walls->isFreeBody(w)) {
            body_of[w] = static_cast<int>(bodies.size());
            bodies.emplace_back(walls, w, gains[w]);
        }
    std::vector<Touch> now;
    bool changed = true;
    for (int iteration = 0; changed && iteration < most_iterations; ++iteration) {
        for (Moving& body : bodies) body.begin();
        for (const BodyNodes& part : nodes)
            part.forEach([&](const BodyNodes::One& node, const Touch* touches) {
                addNode(node, touches, now, bodies, body_of);
            });
        changed = false;
        for (Moving& body : bodies) changed = body.end() || changed;
    }
    for (const Moving& body : bodies) gains[body.wall] = body.gain();
    return gains;
}

}  // namespace talus::sand::mpm

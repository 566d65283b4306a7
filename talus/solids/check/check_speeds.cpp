#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/solids/check/checks.h"
#include "talus/solids/instance.h"
#include "talus/solids/rigid_of.h"

/// Reports bodies and joints that would end the run at once, because no step is short enough for them.
namespace talus::solids {
namespace {

double smallestSide(const Body& body) {
    const geometry::Box box = geometry::PosedSolid{body.solid.get(), {}, {}}.bounds();
    const Vec3d side = box.max - box.min;
    return std::min({side.x, side.y, side.z});
}

/// Distance of a joint from the centre of its body, in sides of the body, up to which the joint is computed.
/// Chosen: round-off of the positions, a share of 1e-16 of that distance, then stays far below what a step
/// at rest changes.
constexpr double farthest = 1e5;

}  // namespace

void checkSpeeds(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    const auto& bodies = in(scene).bodies;
    // MoveBodies stops the run where a body moves by half of its side in the shortest step.
    const double longest = longestStepOf(scene), shortest = longest * shortest_step;
    const auto tooFast = [&](const Body& body, double speed) {
        return speed * shortest > 0.5 * smallestSide(body);
    };
    for (std::size_t b = 0; b < bodies.size() && !full(checked.diagnostics); ++b)
        if (const double speed = length(scene.environment.gravity) * longest;
            bodies[b].motion == Body::Motion::Free && tooFast(bodies[b], speed))
            checked.error(
                "body", b, "name",
                fmt::format("[[body]] '{}' is {:.3g} m thick, and falls by more than half of that in the "
                            "shortest step that there is",
                            bodies[b].name, smallestSide(bodies[b])),
                "lengths are in metres; give a larger size, or a shorter time.dt");
    for (std::size_t j = 0; j < in(scene).joints.size() && !full(checked.diagnostics); ++j) {
        const Joint& joint = in(scene).joints[j];
        const Body& body = *std::ranges::find(bodies, joint.first, &Body::name);
        const double lever = length(joint.point - body.position), side = smallestSide(body);
        if (lever > farthest * side)
            checked.error("joint", j, "point",
                          fmt::format("the joint is {:.3g} m from [[body]] '{}', which is {:.3g} m thick",
                                      lever, body.name, side),
                          "its point is in the scene's frame; put it near the body");
        if (joint.kind != Joint::Kind::Spring) continue;
        // The energy of the spring becomes that of the body: m v^2 = k d^2.
        const double apart = length(joint.end - joint.point);
        const double stretch = std::abs(apart - joint.length.value_or(apart));
        const double speed = stretch * std::sqrt(joint.stiffness / rigidOf(scene, body).mass);
        if (tooFast(body, speed))
            checked.error("joint", j, "end",
                          fmt::format("the spring is {:.3g} m off its length at the start, and would give "
                                      "[[body]] '{}' a speed of {:.3g} m/s",
                                      stretch, body.name, speed),
                          "set a length near the distance of its ends, or a lower stiffness");
    }
}

}  // namespace talus::solids

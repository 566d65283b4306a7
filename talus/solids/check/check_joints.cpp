#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "talus/solids/check/checks.h"

namespace talus::solids {

namespace {

const environment::Wall* wallOf(const method::Scene& scene, const std::string& name) {
    const auto& walls = scene.environment.walls;
    const auto found = std::ranges::find(walls, name, &environment::Wall::name);
    return found == walls.end() ? nullptr : &*found;
}

bool isFree(const method::Scene& scene, const std::string& name) {
    return std::ranges::any_of(in(scene).bodies, [&](const Body& body) {
        return body.name == name && body.motion == Body::Motion::Free;
    });
}

/// Whether two fixed joints hold one body to the same thing, or both to things that nothing moves.
bool holdTheSame(const method::Scene& scene, const Joint& one, const Joint& other) {
    if (one.kind != Joint::Kind::Fixed || other.kind != Joint::Kind::Fixed) return false;
    if (one.first == other.second && one.second == other.first) return true;
    const auto still = [&](const Joint& joint) { return !isFree(scene, joint.second); };
    return one.first == other.first && (one.second == other.second || (still(one) && still(other)));
}

/// Both sides of a joint must be in the scene from the same time on: its points are those of the start, from
/// which a free body has moved away when the other one enters.
void checkEntries(const Checking& checked, std::size_t j, const Joint& joint) {
    const environment::Wall *first = wallOf(checked.scene, joint.first),
                            *second = wallOf(checked.scene, joint.second);
    if (first == nullptr || second == nullptr) return;
    const double a = first->presence.enters, b = second->presence.enters;
    if (b > a || (b < a && isFree(checked.scene, joint.second)))
        checked.error(
            "joint", j, "second",
            fmt::format("'{}' enters at {:g} s and '{}' at {:g} s, and what is there first moves away",
                        joint.first, a, joint.second, b),
            "a joint holds both where they are at the start; let both enter at the same time");
}

}  // namespace

void checkJoints(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    const auto& bodies = in(scene).bodies;
    const auto& joints = in(scene).joints;
    const auto& walls = scene.environment.walls;
    for (std::size_t j = 0; j < joints.size() && !full(checked.diagnostics); ++j) {
        const Joint& joint = joints[j];
        const auto error = [&](const char* key, std::string what, std::string hint) {
            checked.error("joint", j, key, std::move(what), std::move(hint));
        };
        const auto named = [&](const std::string& name) {
            return [&](const auto& thing) { return thing.name == name; };
        };
        const auto first = std::ranges::find_if(bodies, named(joint.first));
        if (first != bodies.end() && first->motion == Body::Motion::Prescribed)
            error("first",
                  fmt::format("[[body]] '{}' is moved by its motions, so no joint can hold it", first->name),
                  "make it the second, or give it motion = \"free\"");
        if (!joint.second.empty() && std::ranges::none_of(walls, named(joint.second)))
            error("second", fmt::format("there is no [[body]] or [[wall]] '{}'", joint.second),
                  "leave 'second' out to hold the first to a fixed place");
        if (joint.second == joint.first)
            error("second", "a joint cannot hold a body to itself",
                  "name another body or wall, or leave it out");
        const bool turns = joint.kind == Joint::Kind::Hinge || joint.kind == Joint::Kind::Slider;
        if (turns && !(length(joint.axis) > 0))
            error("axis", "the axis has no direction", "give a vector that is not zero");
        if (joint.kind == Joint::Kind::Hinge && joint.lower && joint.upper &&
            *joint.upper - *joint.lower > most_turn)
            error("upper", "the limits of a hinge are at most 3/4 of a turn apart",
                  fmt::format("'lower' is {:g} rad; bring them closer, or leave both out", *joint.lower));
        if (joint.lower && joint.upper && *joint.lower > *joint.upper)
            error("upper", fmt::format("'upper' must be at least 'lower', which is {:g}", *joint.lower),
                  "swap the two");
        if (joint.lower && joint.upper && *joint.lower > *joint.upper) continue;
        // A joint is at zero at the start. Outside of its limits it would be thrown towards them.
        if (joint.lower && *joint.lower > 0)
            error("lower", "the joint starts at 0, which is below its lower limit",
                  "give a limit of 0 or less, or place the body where the joint is within its limits");
        if (joint.upper && *joint.upper < 0)
            error("upper", "the joint starts at 0, which is above its upper limit",
                  "give a limit of 0 or more, or place the body where the joint is within its limits");
        if (joint.speed != 0 && joint.strength == 0)
            checked.warn("joint", j, "speed", "the joint has a speed, but no motor: its strength is 0",
                         "set 'strength' to the largest torque [N m] or force [N] of a motor");
        if (joint.kind == Joint::Kind::Rope && joint.length &&
            *joint.length < length(joint.end - joint.point) * (1 - 1e-9))
            error("length",
                  fmt::format("the ends of the rope are {:.4g} m apart at the start",
                              length(joint.end - joint.point)),
                  "a rope is at least that long; to pull the two together, use a spring");
        const auto others = std::span(joints).first(j);
        if (const auto other = std::ranges::find_if(
                others, [&](const Joint& one) { return holdTheSame(scene, joint, one); });
            other != others.end())
            checked.warn(
                "joint", j, "name",
                fmt::format("joint '{}' holds '{}' fast, and so does this one: where they do not agree the "
                            "run stops",
                            other->name, joint.first),
                "remove one of them, or make it a ball, rope or spring");
        if (!joint.made) checkEntries(checked, j, joint);
    }
}

}  // namespace talus::solids

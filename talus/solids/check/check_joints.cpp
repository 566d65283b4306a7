#include <algorithm>

#include <fmt/format.h>

#include "talus/solids/check/checks.h"

namespace talus::solids {

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
    }
}

}  // namespace talus::solids

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/solids/check/checks.h"

namespace talus::solids {
namespace {

/// Where the halves of a chain meet at the start. @param length > the distance of its ends
Vec3d lowestPoint(const Chain& chain, double length, const Vec3d& gravity) {
    const Vec3d way = chain.to - chain.from;
    const double distance = talus::length(way), sag = 0.5 * std::sqrt(length * length - distance * distance);
    const Vec3d along = distance > 0 ? way / distance : Vec3d{};
    Vec3d down = gravity - along * dot(gravity, along);
    // A chain between points above each other hangs to a side.
    if (!(squaredLength(down) > 1e-12 * squaredLength(gravity)))
        down = cross(along, std::abs(along.x) < 0.9 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0});
    if (!(squaredLength(down) > 0)) down = {0, 0, -1};
    return (chain.from + chain.to) * 0.5 + normalized(down) * sag;
}

/// Link number k, which begins and ends at two joints.
Body linkOf(const Chain& chain, std::size_t k, const Vec3d& begin, const Vec3d& end) {
    const double step = length(end - begin);
    const Vec3d along = (end - begin) / step, axis = cross(Vec3d{0, 0, 1}, along);
    const double sine = length(axis), angle = std::atan2(sine, along.z);
    Body link;
    link.name = fmt::format("{}-{}", chain.name, k + 1);
    link.material = chain.material;
    link.shape = Body::Shape::Capsule;
    link.radius = 0.5 * chain.thickness;
    link.length = step - chain.thickness;
    link.position = (begin + end) * 0.5;
    link.rotation = sine > 0 ? axis * (angle / sine) : Vec3d{angle, 0, 0};
    if (chain.mass_per_length) link.mass = *chain.mass_per_length * step;
    link.friction = chain.friction;
    link.made = true;
    return link;
}

Joint jointOf(const Chain& chain, std::string name, std::string first, std::string second, const Vec3d& at) {
    Joint joint;
    joint.name = std::move(name);
    joint.first = std::move(first);
    joint.second = std::move(second);
    joint.point = at;
    joint.breaks_at = chain.breaks_at;
    joint.made = true;
    return joint;
}

void makeChain(method::Scene& scene, const Checking& checked, std::size_t index) {
    const Chain chain = in(scene).chains[index];
    const auto error = [&](const char* key, std::string what, std::string hint) {
        checked.error("chain", index, key, std::move(what), std::move(hint));
    };
    const double distance = length(chain.to - chain.from), whole = chain.length.value_or(distance);
    const double step = whole / static_cast<double>(chain.links);
    if (whole < distance * (1 - 1e-9))
        return error("length", fmt::format("the ends of the chain are {:.4g} m apart", distance),
                     "a chain is at least that long");
    if (!(step > chain.thickness))
        return error("thickness", fmt::format("a link is {:.4g} m long, and thicker than that", step),
                     "set a smaller thickness, or fewer links");
    const Vec3d middle = whole > distance * (1 + 1e-9) ? lowestPoint(chain, whole, scene.environment.gravity)
                                                       : (chain.from + chain.to) * 0.5;
    // The joints are at equal distances along the two halves; the link in the middle is a chord.
    const auto at = [&](std::size_t k) {
        const double share = static_cast<double>(k) / static_cast<double>(chain.links);
        return share < 0.5 ? chain.from + (middle - chain.from) * (2 * share)
                           : middle + (chain.to - middle) * (2 * share - 1);
    };
    const auto nameOf = [&](std::size_t k) { return fmt::format("{}-{}", chain.name, k + 1); };
    for (std::size_t k = 0; k < chain.links; ++k) {
        if (!(length(at(k + 1) - at(k)) > chain.thickness))
            return error("links", "the chain is folded so sharply that its links overlap",
                         "take an even number of links, or a shorter length");
        in(scene).bodies.push_back(linkOf(chain, k, at(k), at(k + 1)));
        if (k > 0)
            in(scene).joints.push_back(
                jointOf(chain, fmt::format("{}-{}", chain.name, k), nameOf(k), nameOf(k - 1), at(k)));
    }
    const auto hold = [&](const char* key, const char* end, std::size_t link, const std::string& to,
                          const Vec3d& point) {
        const auto is = [&](const auto& thing) { return thing.name == to; };
        if (!to.empty() && std::ranges::none_of(in(scene).bodies, is) &&
            std::ranges::none_of(scene.environment.walls, is))
            error(key, fmt::format("there is no [[body]] or [[wall]] '{}'", to),
                  "leave it out to hold the end at a fixed place");
        Joint joint = jointOf(chain, fmt::format("{}-{}", chain.name, end), nameOf(link), to, point);
        joint.shown = true;
        in(scene).joints.push_back(std::move(joint));
    };
    hold("first", "from", 0, chain.first, chain.from);
    if (chain.held == Chain::Held::Both) hold("last", "to", chain.links - 1, chain.last, chain.to);
}

}  // namespace

void makeChains(method::Scene& scene, const Checking& checked) {
    for (std::size_t c = 0; c < in(scene).chains.size() && !full(checked.diagnostics); ++c)
        makeChain(scene, checked, c);
}

}  // namespace talus::solids

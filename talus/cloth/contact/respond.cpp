#include "talus/cloth/contact/respond.h"

#include <algorithm>
#include <cmath>

#include "talus/cloth/contact/pairs_by_colour.h"

namespace talus::cloth {
namespace {

/// Passes over all contacts in a small step.
constexpr int passes = 4;

void respondTo(const ClosePair& pair, const Paths& paths, Touch& touch) {
    Vec3d along;
    for (std::size_t k = 0; k < 4; ++k) along += paths.move[pair.point[k]] * touch.weight[k];
    const double closing = dot(touch.normal, along), c = touch.apart + closing - touch.target;
    if (c >= 0 && touch.pushed == 0) return;
    const double before = touch.pushed;
    touch.pushed = std::max(0.0, before - c * touch.per_mobility);
    Vec3d push = touch.normal * (touch.pushed - before);
    // Friction takes the sliding away, as far as the normal correction allows.
    const Vec3d slide = along - touch.normal * closing;
    const double size = length(slide);
    if (size > 0) {
        const double wanted = size * touch.per_mobility,
                     limit = std::max(0.0, pair.friction * touch.pushed - touch.slowed);
        const double taken = std::min(wanted, limit);
        touch.slowed += taken;
        push -= slide * (taken / size);
    }
    touch.push += push;
    for (std::size_t k = 0; k < 4; ++k) {
        const double w = paths.mobility[pair.point[k]];
        if (w > 0) paths.move[pair.point[k]] += push * (touch.weight[k] * w);
    }
}

/// The same between cloth and a body. Both are pushed at the same point, so angular momentum stays.
void respondToBody(const ClosePair& pair, const Paths& paths, BodyPaths::Body& body, Touch& touch) {
    const Side side = sideOfBody(pair, *paths.bodies);
    Vec3d along, at;
    double cloth = 0, largest = 0;
    bool gives_way = body.free();
    for (std::uint32_t k = 0; k < 4; ++k) {
        if (k >= side.first && k < side.end) continue;
        const std::uint32_t p = pair.point[k];
        along += paths.move[p] * touch.weight[k];
        at += paths.from[p] * std::abs(touch.weight[k]);
        cloth += touch.weight[k] * touch.weight[k] * paths.mobility[p];
        largest = std::max(largest, paths.mobility[p]);
        // What the body holds moves with it, so it does not get out of the way.
        if (touch.weight[k] != 0 && paths.bodies->isHeldBy(p, body)) gives_way = false;
    }
    along += body.moveAt(at) * side.sign;
    const auto mobilityAlong = [&](const Vec3d& n) {
        const double all = cloth + (gives_way ? body.mobilityAt(at, n) : 0);
        return std::max(all, least_mobility * largest);
    };
    const double closing = dot(touch.normal, along), c = touch.apart + closing - touch.target;
    const double mobility = mobilityAlong(touch.normal);
    if ((c >= 0 && touch.pushed == 0) || !(mobility > 0)) return;
    const double before = touch.pushed;
    touch.pushed = std::max(0.0, before - c / mobility);
    Vec3d push = touch.normal * (touch.pushed - before);
    const Vec3d slide = along - touch.normal * closing;
    if (const double size = length(slide); size > 0) {
        const double wanted = size / mobilityAlong(slide / size),
                     limit = std::max(0.0, pair.friction * touch.pushed - touch.slowed);
        const double taken = std::min(wanted, limit);
        touch.slowed += taken;
        push -= slide * (taken / size);
    }
    touch.push += push;
    for (std::uint32_t k = 0; k < 4; ++k) {
        if (k >= side.first && k < side.end) continue;
        const double w = paths.mobility[pair.point[k]];
        if (w > 0) paths.move[pair.point[k]] += push * (touch.weight[k] * w);
    }
    if (!body.free()) return;
    if (gives_way)
        body.pushAt(at, push * side.sign);
    else
        body.pushLater(at, push * side.sign);
}

void supportBy(const HalfSpaceNow& space, double friction, const Vec3d& from, double mobility, Vec3d& move,
               Support& support) {
    const double c = dot(space.normal, from + move) - space.offset - support.target;
    if (c >= 0 && support.pushed == 0) return;
    const double before = support.pushed;
    support.pushed = std::max(0.0, before - c / mobility);
    Vec3d push = space.normal * (support.pushed - before);
    const Vec3d relative = move - space.travel, slide = relative - space.normal * dot(space.normal, relative);
    const double size = length(slide);
    if (size > 0) {
        const Vec3d tangent = support.push - space.normal * dot(space.normal, support.push);
        const double limit = std::max(0.0, friction * support.pushed - length(tangent));
        push -= slide * (std::min(size / mobility, limit) / size);
    }
    support.push += push;
    move += push * mobility;
}

}  // namespace

void respond(const exec::Exec& exec, const Features& f, const ClosePairs& close, const Paths& paths,
             Contacts& contacts) {
    const std::size_t cloth = f.points();
    for (int pass = 0; pass < passes; ++pass) {
        byColour(exec, contacts, contacts.active_ends, [&](std::size_t k) {
            Touch& touch = contacts.touches[contacts.active[k]];
            const ClosePair& pair = close.pairs[contacts.near[contacts.active[k]]];
            if (BodyPaths::Body* body = paths.bodies->of(pair.wall))
                respondToBody(pair, paths, *body, touch);
            else
                respondTo(pair, paths, touch);
        });
        for (std::size_t s = 0; s < contacts.half_spaces.size(); ++s) {
            const HalfSpaceNow& space = contacts.half_spaces[s];
            exec::for_each(exec, cloth, [&](std::size_t p) {
                const std::uint16_t sheet = f.sheet[p];
                if (!(paths.mobility[p] > 0) || !f.with_walls[sheet]) return;
                Support& support = contacts.supports[s * cloth + p];
                supportBy(space, f.friction[sheet], paths.from[p], paths.mobility[p], paths.move[p], support);
            });
        }
    }
}

}  // namespace talus::cloth

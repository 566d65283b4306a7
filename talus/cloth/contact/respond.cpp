#include "talus/cloth/contact/respond.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::cloth {
namespace {

/// The share of its distance by which a pair may approach in a small step. Below 1 for round-off, and so that
/// a pair keeps a slab for the next step.
constexpr double approach = 0.8;
/// Features that move freely never come nearer than this share of the distance that they should keep, however
/// hard they are pressed: there is always room for what moves as it is told.
constexpr double nearest_share = 0.05;
/// What moves together is hardly shortened where each side gets what the other leaves it, but this may take
/// many sweeps; after these, halves settle it.
constexpr int generous_sweeps = 8;
/// What is nearer than this touches [m]: the direction between them is no longer known.
constexpr double touching = 1e-12;
constexpr double far = std::numeric_limits<double>::max();
/// Least mobility of a place over the largest of its corners. Beside a held corner the others hardly move the
/// place, however far they go: without this they would be thrown off by a held corner that is too near to
/// something. At the middle of a triangle of equal corners it is 1/3.
constexpr double least_mobility = 0.01;
/// Passes over all contacts in a small step.
constexpr int passes = 4;
/// What is nearer than it should be moves apart by its whole distance within this time [s]. Slow, so that the
/// energy that this adds does not show.
constexpr double recovery_time = 0.1;

/// What keeps farther apart than that without a response gets none, as a share of the distance that it should
/// keep.
constexpr double active_share = 0.5;
/// Pairs of a colour are few, and each takes long.
constexpr std::size_t pairs_a_task = 256;

/// kernel(k) for all k up to the last of `ends`, those of a colour in any order.
template <class Kernel>
void byColour(const exec::Exec& exec, const Contacts& contacts, const std::vector<std::size_t>& ends,
              Kernel kernel) {
    std::size_t begin = 0;
    for (std::size_t colour = 0; colour < ends.size(); ++colour) {
        const bool in_turn = contacts.in_turn || (contacts.last_in_turn && colour + 1 == ends.size());
        const auto range = [&](std::size_t first, std::size_t last) {
            for (std::size_t k = begin + first; k < begin + last; ++k) kernel(k);
        };
        if (in_turn)
            range(0, ends[colour] - begin);
        else
            exec::for_each_range(exec, ends[colour] - begin, range, pairs_a_task);
        begin = ends[colour];
    }
}

/// Whether two features can come within the distance that they keep by the end of a small step.
bool mayTouch(const ClosePairs& close, const ClosePair& pair, double time) {
    const std::vector<double>& stray = pair.among ? close.stray_self : close.stray_wall;
    double first = 0, second = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
        double& most = k < pair.first ? first : second;
        most = std::max(most, stray[pair.point[k]]);
    }
    return pair.apart <= pair.keep + pair.closing * (time - close.time) + first + second;
}

/// The distance at the end of a step for something at the distance d that should keep `keep`.
double targetOf(double d, double keep, double h) { return std::min(keep, d + keep * h / recovery_time); }

/// The body's side of a pair: its points are from `first` to `end`.
struct Side {
    std::uint32_t first = 0, end = 0;
    double sign = 0;  ///< of its weights
};
Side sideOfBody(const ClosePair& pair, const BodyPaths& bodies) {
    if (pair.point[0] >= bodies.clothPoints()) return {0, pair.first, 1};
    return {pair.first, 4, -1};
}

/// Whether the body holds all points of the cloth's side.
bool isHeldWhole(const ClosePair& pair, const BodyPaths& bodies, const BodyPaths::Body& body) {
    const Side side = sideOfBody(pair, bodies);
    for (std::uint32_t k = 0; k < 4; ++k)
        if ((k < side.first || k >= side.end) && !bodies.isHeldBy(pair.point[k], body)) return false;
    return true;
}

/// Sets what the response to a pair needs.
void prepare(const ClosePair& pair, const Paths& paths, Touch& touch) {
    double mobility = 0, largest = 0, closing = 0;
    for (std::size_t k = 0; k < 4; ++k) {
        const double w = paths.mobility[pair.point[k]];
        closing += dot(touch.normal, paths.move[pair.point[k]]) * touch.weight[k];
        mobility += touch.weight[k] * touch.weight[k] * w;
        largest = std::max(largest, w);
    }
    mobility = std::max(mobility, least_mobility * largest);
    touch.per_mobility = mobility > 0 ? 1 / mobility : 0;
    // Bodies are asked for their mobility in each pass.
    touch.active = paths.bodies->of(pair.wall) != nullptr ||
                   (mobility > 0 && touch.apart + closing - touch.target < active_share * pair.keep);
}

/// The numbers up to the last of `ends` that `is` holds for, with the ends of their colours.
template <class Is>
void choose(const std::vector<std::size_t>& ends, Is is, std::vector<std::uint32_t>& chosen,
            std::vector<std::size_t>& chosen_ends) {
    chosen.clear();
    chosen_ends.clear();
    std::size_t k = 0;
    for (const std::size_t end : ends) {
        for (; k < end; ++k)
            if (is(k)) chosen.push_back(static_cast<std::uint32_t>(k));
        chosen_ends.push_back(chosen.size());
    }
}

}  // namespace

bool findTouches(const exec::Exec& exec, const Features& f, const ClosePairs& close, const Paths& paths,
                 double time, double h, Insist insist, Contacts& contacts) {
    contacts.in_turn = close.in_turn;
    contacts.last_in_turn = close.last_in_turn;
    contacts.is_near.resize(close.pairs.size());
    exec::for_each(exec, close.pairs.size(), [&](std::size_t k) {
        contacts.is_near[k] = mayTouch(close, close.pairs[k], time) ? 1 : 0;
    });
    choose(
        close.colour_ends, [&](std::size_t k) { return contacts.is_near[k] != 0; }, contacts.near,
        contacts.near_ends);
    contacts.touches.resize(contacts.near.size());
    std::atomic<bool> apart{true};
    const auto find = [&](std::size_t k) {
        const ClosePair& pair = close.pairs[contacts.near[k]];
        Touch& touch = contacts.touches[k];
        const auto [p, q, r, s] = pair.point;
        const Nearest nearest =
            pair.first == 1 ? nearestToTriangle(paths.from[p], paths.from[q], paths.from[r], paths.from[s])
                            : nearestOfEdges(paths.from[p], paths.from[q], paths.from[r], paths.from[s]);
        const double distance = length(nearest.from), d = distance - pair.radius;
        if (!(d > touching) && !(pair.radius > 0 && distance > touching)) {
            if (pair.among && insist == Insist::Yes) apart = false;
            touch = {};
            touch.apart = far;  // no response, no bound
            return;
        }
        if (const BodyPaths::Body* body = paths.bodies->of(pair.wall);
            body != nullptr && isHeldWhole(pair, *paths.bodies, *body)) {
            touch = {};
            touch.apart = far;  // they move together
            return;
        }
        touch = {.weight = nearest.weight,
                 .normal = nearest.from / distance,
                 .apart = d,
                 .target = targetOf(d, pair.keep, h)};
        prepare(pair, paths, touch);
    };
    exec::for_each(exec, contacts.near.size(), find, pairs_a_task);
    choose(
        contacts.near_ends, [&](std::size_t k) { return contacts.touches[k].active; }, contacts.active,
        contacts.active_ends);
    const std::size_t cloth = f.points();
    contacts.supports.resize(contacts.half_spaces.size() * cloth);
    for (std::size_t s = 0; s < contacts.half_spaces.size(); ++s) {
        const HalfSpaceNow& space = contacts.half_spaces[s];
        exec::for_each(exec, cloth, [&](std::size_t p) {
            const double d = dot(space.normal, paths.from[p]) - space.start_offset;
            contacts.supports[s * cloth + p] = {d, targetOf(d, 0.5 * f.thickness[f.sheet[p]], h), 0, {}};
        });
    }
    return apart;
}

namespace {

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

/// The same between cloth and a body. Both are pushed at the same place, so angular momentum stays.
void respondToBody(const ClosePair& pair, const Paths& paths, BodyPaths::Body& body, Touch& touch) {
    const Side side = sideOfBody(pair, *paths.bodies);
    Vec3d along, place;
    double cloth = 0, largest = 0;
    bool gives_way = body.free();
    for (std::uint32_t k = 0; k < 4; ++k) {
        if (k >= side.first && k < side.end) continue;
        const std::uint32_t p = pair.point[k];
        along += paths.move[p] * touch.weight[k];
        place += paths.from[p] * std::abs(touch.weight[k]);
        cloth += touch.weight[k] * touch.weight[k] * paths.mobility[p];
        largest = std::max(largest, paths.mobility[p]);
        // What the body holds moves with it, so it does not get out of the way.
        if (touch.weight[k] != 0 && paths.bodies->isHeldBy(p, body)) gives_way = false;
    }
    along += body.moveAt(place) * side.sign;
    const auto mobilityAlong = [&](const Vec3d& n) {
        const double all = cloth + (gives_way ? body.mobilityAt(place, n) : 0);
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
        body.pushAt(place, push * side.sign);
    else
        body.pushLater(place, push * side.sign);
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

namespace {

struct Shortened {
    bool any = false;
    bool impossible = false;
};

/// Shortens the displacements of a pair. @param generous sides that move away give their room to the other
Shortened boundPair(const ClosePair& pair, const Touch& touch, const Paths& paths, bool only_shorten,
                    bool generous) {
    if (!(touch.apart > 0)) return {};  // it is let go
    BodyPaths::Body* body = paths.bodies->of(pair.wall);
    if (body != nullptr && !body->free()) body = nullptr;
    const Side side = body != nullptr ? sideOfBody(pair, *paths.bodies) : Side{};
    double low = far, high = -far, told_low = far, told_high = -far;
    for (std::uint32_t k = 0; k < 4; ++k) {
        const double u = dot(touch.normal, paths.move[pair.point[k]]);
        const bool told = !(paths.mobility[pair.point[k]] > 0) && !(k >= side.first && k < side.end);
        if (k < pair.first) {
            low = std::min(low, u);
            if (told) told_low = std::min(told_low, u);
        } else {
            high = std::max(high, u);
            if (told) told_high = std::max(told_high, u);
        }
    }
    const double told = std::max(0.0, -told_low) + std::max(0.0, told_high);
    const double room = std::min(approach * touch.apart,
                                 approach * std::max(0.0, touch.apart - nearest_share * pair.keep) + told);
    if (low - high >= -room) return {};
    // Each side gets half of the room, or what the other leaves it.
    double first = 0.5 * room, second = 0.5 * room;
    if (generous && high < second && -told_low <= room - high) {
        second = high;
        first = room - high;
    } else if (generous && -low < first && told_high <= room + low) {
        first = -low;
        second = room + low;
    } else {
        // What points that move as they are told need.
        if (-told_low > first) {
            first = -told_low;
            second = room - first;
        }
        if (told_high > second) {
            second = told_high;
            first = room - second;
        }
        if (first < 0 || second < 0 || -told_low > first) return {false, true};
    }
    Shortened shortened;
    for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t p = pair.point[k];
        if (!(paths.mobility[p] > 0)) continue;
        const double u = dot(touch.normal, paths.move[p]);
        const double over = k < pair.first ? -u : u, limit = k < pair.first ? first : second;
        if (over <= limit) continue;
        // A little less than the limit, or round-off would shorten it again and again.
        paths.move[p] *= std::max(0.0, limit / over * (1 - 1e-12));
        shortened.any = true;
    }
    if (body == nullptr) return shortened;
    const double ahead = side.first == 0 ? -low : high, limit = side.first == 0 ? first : second;
    if (ahead <= limit) return shortened;
    Vec3d place;
    for (std::uint32_t k = 0; k < 4; ++k)
        if (k < side.first || k >= side.end) place += paths.from[pair.point[k]] * std::abs(touch.weight[k]);
    paths.bodies->holdBack(*body, place, touch.normal * -side.sign, ahead, limit, only_shorten);
    paths.bodies->place(*body, paths.from, paths.move);
    shortened.any = true;
    return shortened;
}

}  // namespace

bool bound(const exec::Exec& exec, const Features& f, const ClosePairs& close, const Paths& paths,
           const Contacts& contacts, Insist insist, bool only_shorten, std::uint64_t& let_go) {
    const std::size_t cloth = f.points();
    std::atomic<std::uint64_t> impossible{0};
    for (std::size_t s = 0; s < contacts.half_spaces.size(); ++s) {
        const HalfSpaceNow& space = contacts.half_spaces[s];
        exec::for_each(exec, cloth, [&](std::size_t p) {
            if (!(paths.mobility[p] > 0) || !f.with_walls[f.sheet[p]]) return;
            const double apart = contacts.supports[s * cloth + p].apart;
            if (!(apart > 0)) return;  // it is let go
            const double least = std::max((1 - approach) * apart,
                                          std::min(apart, 0.5 * nearest_share * f.thickness[f.sheet[p]]) -
                                              std::abs(space.offset - space.start_offset));
            const double without = dot(space.normal, paths.from[p]) - space.offset;
            const double now = without + dot(space.normal, paths.move[p]);
            if (now >= least) return;
            if (without < least)
                ++impossible;
            else
                paths.move[p] *= (without - least) / (without - now) * (1 - 1e-12);
        });
    }
    if (impossible > 0 && insist == Insist::Yes) return false;
    std::atomic<bool> again{!contacts.near.empty()};
    for (int sweep = 0; again; ++sweep) {
        again = false;
        std::atomic<std::uint64_t> hopeless{0};
        byColour(exec, contacts, contacts.near_ends, [&](std::size_t k) {
            const Shortened shortened = boundPair(close.pairs[contacts.near[k]], contacts.touches[k], paths,
                                                  only_shorten, sweep < generous_sweeps);
            if (shortened.any) again = true;
            if (shortened.impossible) ++hopeless;
        });
        if (hopeless > 0 && insist == Insist::Yes) return false;
        if (!again) impossible += hopeless;
    }
    let_go = impossible;
    return true;
}

}  // namespace talus::cloth

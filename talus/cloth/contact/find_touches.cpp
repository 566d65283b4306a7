#include <algorithm>
#include <atomic>
#include <limits>

#include "talus/cloth/contact/pairs_by_colour.h"
#include "talus/cloth/contact/respond.h"

namespace talus::cloth {
namespace {

/// What is nearer than this touches [m]: the direction between them is no longer known.
constexpr double touching = 1e-12;
constexpr double far = std::numeric_limits<double>::max();
/// What is nearer than it should be moves apart by its whole distance within this time [s]. Slow, so that the
/// energy that this adds does not show.
constexpr double recovery_time = 0.1;
/// What keeps farther apart than that without a response gets none, as a share of the distance that it should
/// keep.
constexpr double active_share = 0.5;

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
                 double time, double h, Infeasible infeasible, Contacts& contacts) {
    contacts.serial = close.serial;
    contacts.last_serial = close.last_serial;
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
            if (pair.among && infeasible == Infeasible::Fail) apart = false;
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

}  // namespace talus::cloth

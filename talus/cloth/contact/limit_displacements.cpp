#include <algorithm>
#include <atomic>
#include <limits>

#include "talus/cloth/contact/pairs_by_colour.h"
#include "talus/cloth/contact/respond.h"

namespace talus::cloth {
namespace {

/// The share of its distance by which a pair may approach in a small step. Below 1 for round-off, and so that
/// a pair keeps a slab for the next step.
constexpr double approach = 0.8;
/// Features that move freely never come nearer than this share of the distance that they should keep, however
/// hard they are pressed: so what moves as prescribed can still pass between them.
constexpr double nearest_share = 0.05;
/// What moves together is hardly shortened where each side gets what the other leaves it, but this may take
/// many sweeps; after these, halves settle it.
constexpr int generous_sweeps = 8;
constexpr double far = std::numeric_limits<double>::max();

struct Shortened {
    bool any = false;
    bool infeasible = false;
};

/// Shortens the displacements of a pair. @param generous a side that moves away leaves its part to the other
Shortened limitPair(const ClosePair& pair, const Touch& touch, const Paths& paths, bool only_shorten,
                    bool generous) {
    if (!(touch.apart > 0)) return {};  // it is left unresolved
    BodyPaths::Body* body = paths.bodies->of(pair.wall);
    if (body != nullptr && !body->free()) body = nullptr;
    const Side side = body != nullptr ? sideOfBody(pair, *paths.bodies) : Side{};
    double low = far, high = -far, prescribed_low = far, prescribed_high = -far;
    for (std::uint32_t k = 0; k < 4; ++k) {
        const double u = dot(touch.normal, paths.move[pair.point[k]]);
        const bool prescribed = !(paths.mobility[pair.point[k]] > 0) && !(k >= side.first && k < side.end);
        if (k < pair.first) {
            low = std::min(low, u);
            if (prescribed) prescribed_low = std::min(prescribed_low, u);
        } else {
            high = std::max(high, u);
            if (prescribed) prescribed_high = std::max(prescribed_high, u);
        }
    }
    const double prescribed = std::max(0.0, -prescribed_low) + std::max(0.0, prescribed_high);
    const double allowed =
        std::min(approach * touch.apart,
                 approach * std::max(0.0, touch.apart - nearest_share * pair.keep) + prescribed);
    if (low - high >= -allowed) return {};
    // Each side gets half of it, or what the other leaves it.
    double first = 0.5 * allowed, second = 0.5 * allowed;
    if (generous && high < second && -prescribed_low <= allowed - high) {
        second = high;
        first = allowed - high;
    } else if (generous && -low < first && prescribed_high <= allowed + low) {
        first = -low;
        second = allowed + low;
    } else {
        // What points that move as prescribed need.
        if (-prescribed_low > first) {
            first = -prescribed_low;
            second = allowed - first;
        }
        if (prescribed_high > second) {
            second = prescribed_high;
            first = allowed - second;
        }
        if (first < 0 || second < 0 || -prescribed_low > first) return {false, true};
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
    Vec3d at;
    for (std::uint32_t k = 0; k < 4; ++k)
        if (k < side.first || k >= side.end) at += paths.from[pair.point[k]] * std::abs(touch.weight[k]);
    paths.bodies->holdBack(*body, at, touch.normal * -side.sign, ahead, limit, only_shorten);
    paths.bodies->place(*body, paths.from, paths.move);
    shortened.any = true;
    return shortened;
}

}  // namespace

bool limitDisplacements(const exec::Exec& exec, const Features& f, const ClosePairs& close,
                        const Paths& paths, const Contacts& contacts, Infeasible infeasible,
                        bool only_shorten, std::uint64_t& unresolved_contacts) {
    const std::size_t cloth = f.points();
    std::atomic<std::uint64_t> infeasible_pairs{0};
    for (std::size_t s = 0; s < contacts.half_spaces.size(); ++s) {
        const HalfSpaceNow& space = contacts.half_spaces[s];
        exec::for_each(exec, cloth, [&](std::size_t p) {
            if (!(paths.mobility[p] > 0) || !f.with_walls[f.sheet[p]]) return;
            const double apart = contacts.supports[s * cloth + p].apart;
            if (!(apart > 0)) return;  // it is left unresolved
            const double least = std::max((1 - approach) * apart,
                                          std::min(apart, 0.5 * nearest_share * f.thickness[f.sheet[p]]) -
                                              std::abs(space.offset - space.start_offset));
            const double without = dot(space.normal, paths.from[p]) - space.offset;
            const double now = without + dot(space.normal, paths.move[p]);
            if (now >= least) return;
            if (without < least)
                ++infeasible_pairs;
            else
                paths.move[p] *= (without - least) / (without - now) * (1 - 1e-12);
        });
    }
    if (infeasible_pairs > 0 && infeasible == Infeasible::Fail) return false;
    std::atomic<bool> again{!contacts.near.empty()};
    for (int sweep = 0; again; ++sweep) {
        again = false;
        std::atomic<std::uint64_t> in_sweep{0};
        byColour(exec, contacts, contacts.near_ends, [&](std::size_t k) {
            const Shortened shortened = limitPair(close.pairs[contacts.near[k]], contacts.touches[k], paths,
                                                  only_shorten, sweep < generous_sweeps);
            if (shortened.any) again = true;
            if (shortened.infeasible) ++in_sweep;
        });
        if (in_sweep > 0 && infeasible == Infeasible::Fail) return false;
        if (!again) infeasible_pairs += in_sweep;
    }
    unresolved_contacts = infeasible_pairs;
    return true;
}

}  // namespace talus::cloth

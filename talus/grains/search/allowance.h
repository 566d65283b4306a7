#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "talus/core/host_device.h"
#include "talus/grains/search/contact_list.h"
#include "talus/math/vec.h"

// How far each grain may go before pairs are searched anew. Half a skin is enough for most of a heap; the few
// that fall onto it would call for a search each time that they have gone so far. So these get a longer
// allowance, by their speeds, and are listed with all that they can meet on it (far_pairs.h). Where all have
// come to rest, less than half a skin lasts as long, and fewer pairs that do not touch are looked at in each
// step.
namespace talus::grains {

namespace allowance {

// Measured on pours and settled beds (bench/results/grains-2026-11.md and ground-2026-11.md): shorter ways
// than a tenth gain nothing, two thousand steps at rest leave too few beds that qualify.
inline constexpr double longest = 12;        ///< of allowances, in those of slow grains
inline constexpr double speed_margin = 1.5;  ///< since impacts make grains faster
inline constexpr double wanted_steps = 128;  ///< between two searches; more would gain little
inline constexpr std::size_t grains_per_long_allowance =
    8;  ///< one in so many grains at most has a long allowance

inline constexpr double shortest = 0.1;        ///< of allowances, in halves of a skin
inline constexpr double resting_steps = 1000;  ///< that an allowance of less than half a skin must last
/// In which steps it is asked whether a list that lasts may have shorter allowances. Not in the first, in
/// which what is about to fall has not moved yet.
constexpr bool isShorteningDue(std::uint64_t step) { return step % 1000 == 999; }

/// The longest with which grains of one class find all partners within two of its cells, and no partner twice
/// in a domain that repeats.
inline double farthest(const ContactSearch& search) {
    double distance = 2 * search.cell - (search.cell - search.skin);
    const double contact = search.widest() - search.skin;
    for (const double length : {search.domain.length.x, search.domain.length.y, search.domain.length.z})
        if (length > 0) distance = std::min(distance, 0.5 * length - contact);
    return 0.5 * distance;
}

struct SquareOfSpeed {
    exec::View<const Vec3d> velocity;
    TALUS_HD double operator()(std::size_t i) const { return squaredLength(velocity[i]); }
};
struct Allowance {
    exec::View<const float> allowance;
    TALUS_HD double operator()(std::size_t i) const { return allowance[i]; }
};
struct IsFaster {
    exec::View<const Vec3d> velocity;
    double square;
    TALUS_HD std::uint64_t operator()(std::size_t i) const {
        return squaredLength(velocity[i]) > square ? 1 : 0;
    }
};

}  // namespace allowance

struct AllowanceRule {
    double least = 0;  ///< of all grains: half the skin, or less [m]
    double most = 0;   ///< [m]
    double time = 0;   ///< for which an allowance shall last [s]; 0: all have the least

    TALUS_HD float operator()(const Vec3d& velocity) const {
        const double distance = allowance::speed_margin * length(velocity) * time;
        return rounded(!(distance > least) ? least : distance < most ? distance : most);
    }
    /// Whether a list by this rule is worth a search where the shortest allowance is this.
    TALUS_HD bool isMuchShorterThan(double shortest) const { return least < 0.6 * shortest; }
    /// Whether a grain with this allowance has partners that a search in the skin alone does not find.
    TALUS_HD bool isLong(float allowance) const { return allowance > rounded(least); }

  private:
    /// Down, so that what is listed within the exact distance is enough.
    TALUS_HD static float rounded(double distance) { return static_cast<float>(distance * (1 - 0x1p-23)); }
};

/// Gives each grain its allowance, from the place where it is.
struct SetAllowance {
    AllowanceRule rule;
    exec::View<const Vec3d> velocity;
    exec::View<float> allowance;
    exec::View<Vec3f> drift;
    TALUS_HD void operator()(std::size_t i) const {
        allowance[i] = rule(velocity[i]);
        drift[i] = {};
    }
};

/// 1 for a grain that has gone further than the list allows for; a drift that is not a number has.
struct HasLeft {
    exec::View<const Vec3f> drift;
    exec::View<const float> allowance;
    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        return squaredLength(drift[i]) <= allowance[i] * allowance[i] ? 0 : 1;
    }
};

/// The search for the pairs that grains form which all have the least allowance.
inline ContactSearch searchWithin(ContactSearch search, const AllowanceRule& rule) {
    search.skin = 2 * rule.least;
    return search;
}

/// @param fastest speed of the grains that move [m/s] @param moving how many these are
/// @param dt of the steps that follow [s]; 0 where none does
/// @param countFaster how many are faster than a speed
template <class CountFaster>
AllowanceRule allowanceRule(const ContactSearch& search, std::size_t moving, double fastest, double dt,
                            CountFaster countFaster) {
    const double least = 0.5 * search.skin, wanted = allowance::wanted_steps * dt;
    const double most = std::min(allowance::longest * least, allowance::farthest(search));
    const AllowanceRule same{least, least, 0};
    if (!std::isfinite(fastest) || !(dt > 0)) return same;
    const double rest = allowance::resting_steps * dt;
    if (allowance::speed_margin * fastest * rest <= most)
        for (double less = allowance::shortest * least; less <= 0.5 * least; less *= 2)
            if (countFaster(less / (allowance::speed_margin * rest)) <=
                moving / allowance::grains_per_long_allowance)
                return {less, most, rest};
    if (!(fastest * wanted > least)) return same;
    // The time after which the fastest will have gone as far as it may; a shorter one where too many others
    // go further than `least` in it.
    for (double distance = most; distance > least; distance /= 1.5) {
        const double time = std::min(distance / fastest, wanted),
                     speed = least / (allowance::speed_margin * time);
        if (countFaster(speed) <= moving / allowance::grains_per_long_allowance) return {least, most, time};
    }
    return same;
}

/// The rule for grains that move like this. On the processor; device/search.h has it where a device is.
/// @param velocity of those that are not settled
AllowanceRule allowanceRuleNow(const exec::Exec& exec, const ContactSearch& search,
                               exec::View<const Vec3d> velocity, double dt);

/// Whether a new list would have much shorter allowances than these: the grains have come to rest meanwhile.
bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search,
                          exec::View<const Vec3d> velocity, exec::View<const float> allowance, double dt);

}  // namespace talus::grains

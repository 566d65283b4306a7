#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>

#include "talus/core/host_device.h"
#include "talus/grains/search/contact_list.h"
#include "talus/math/vec.h"

// Allowance: how far each grain may move before the next neighbour search. Half a skin is enough for most
// grains of a heap. The few grains that fall onto it would need a search each time they have moved half a
// skin. These get a longer allowance that depends on their speed, and are listed with all grains that they
// can reach within it (far_pairs.h). When all grains have come to rest, an allowance of less than half a skin
// lasts as long, and each step checks fewer pairs that do not touch.
namespace talus::grains {

namespace allowance {

// Measured on pours and settled beds (bench/results/grains-2026-11.md and ground-2026-11.md): allowances
// below a tenth of half a skin gain nothing; with 2000 resting steps too few beds qualify.
inline constexpr double longest = 12;        ///< longest allowance, in units of half a skin
inline constexpr double speed_margin = 1.5;  ///< factor on speeds, because impacts make grains faster
inline constexpr double wanted_steps = 128;  ///< steps between two searches; more would gain little
inline constexpr std::size_t grains_per_long_allowance =
    8;  ///< at most one grain in this number has a long allowance

inline constexpr double shortest = 0.1;        ///< shortest allowance, in units of half a skin
inline constexpr double resting_steps = 1000;  ///< steps that an allowance of less than half a skin must last
/// Whether this step checks if a new list may have shorter allowances. The first step does not, because
/// grains that are about to fall have not moved yet.
constexpr bool isShorteningDue(std::uint64_t step) { return step % 1000 == 999; }

/// The longest allowance with which grains of one class find all partners within two cells, and no partner
/// twice in a periodic domain.
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

/// How allowances follow from speeds.
struct AllowanceRule {
    double least = 0;  ///< minimum allowance, of slow grains: half the skin, or less [m]
    double most = 0;   ///< maximum allowance [m]
    double time = 0;   ///< how long an allowance shall last [s]; 0: all grains have the minimum

    TALUS_HD float operator()(const Vec3d& velocity) const {
        const double distance = allowance::speed_margin * length(velocity) * time;
        return rounded(!(distance > least) ? least : distance < most ? distance : most);
    }
    /// Whether a new search is worth it, where `shortest` is the shortest allowance now.
    TALUS_HD bool isMuchShorterThan(double shortest) const { return least < 0.6 * shortest; }
    /// Whether a grain with this allowance may have partners beyond the skin.
    TALUS_HD bool isLong(float allowance) const { return allowance > rounded(least); }

  private:
    /// Rounded down to float, so that the pairs listed for the exact distance are enough.
    TALUS_HD static float rounded(double distance) { return static_cast<float>(distance * (1 - 0x1p-23)); }
};

/// Sets the allowance of each grain and starts its drift at zero.
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

/// 1 for a grain that has moved further than its allowance. A drift that is NaN counts as too far.
struct HasLeft {
    exec::View<const Vec3f> drift;
    exec::View<const float> allowance;
    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        return squaredLength(drift[i]) <= allowance[i] * allowance[i] ? 0 : 1;
    }
};

/// The search of pairs for the minimum allowance.
inline ContactSearch searchWithin(ContactSearch search, const AllowanceRule& rule) {
    search.skin = 2 * rule.least;
    return search;
}

/// The rule for grains with these speeds.
/// @param fastest maximum speed of the grains that can move [m/s] @param moving their number
/// @param dt of the steps that follow [s]; 0 where none does
/// @param countFaster number of grains that are faster than a speed
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
    // The time in which the fastest grain moves the maximum allowance. A shorter time if too many other
    // grains move further than `least` in it.
    for (double distance = most; distance > least; distance /= 1.5) {
        const double time = std::min(distance / fastest, wanted),
                     speed = least / (allowance::speed_margin * time);
        if (countFaster(speed) <= moving / allowance::grains_per_long_allowance) return {least, most, time};
    }
    return same;
}

/// The rule for grains with these velocities, computed on the processor (on a device: device/search.h).
/// @param velocity of the grains that are not settled
AllowanceRule allowanceRuleNow(const exec::Exec& exec, const ContactSearch& search,
                               exec::View<const Vec3d> velocity, double dt);

/// Whether a new list would have much shorter allowances than these, because the grains have come to rest
/// since.
bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search,
                          exec::View<const Vec3d> velocity, exec::View<const float> allowance, double dt);

}  // namespace talus::grains

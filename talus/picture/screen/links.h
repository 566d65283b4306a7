#pragma once
#include <array>
#include <string_view>

#include "talus/core/result.h"

namespace talus::picture::engraved {

/// The links of a mass of the engraved screen, in the units of the algorithm (k T^2 and z T) for a mass of 1:
/// they belong to one number of steps a second.
struct ScreenLinks {
    double ground_stiffness = 0.03;  ///< ks, to its own place, > 0
    double stiffness = 0.06;         ///< ki, to each of its four neighbours, >= 0
    double ground_damping = 0.01;    ///< zs, >= 0
    double damping = 0.01;           ///< zi, >= 0

    /// The same springs and dampers at another number of steps a second.
    /// @param from, to [1/s], > 0
    ScreenLinks atRate(double from, double to) const;
    bool operator==(const ScreenLinks&) const = default;
};

/// The rate at which the numbers of the paper hold [1/s].
inline constexpr double screen_rate = 300;

struct ScreenPreset {
    std::string_view name;
    ScreenLinks links;  ///< at screen_rate
};

/// sand and mud as the paper prints them (section 7). With these numbers sand hardly damps waves, which trail
/// behind moving grains as ripples, and no mode of mud oscillates: grains draw trickles. Its words say the
/// opposite: that sand forms "an elementary trickle" (6.1), and that mud "has non-damped deformation modes,
/// which simulates the behavior of a liquid surface" (7). So the two sets may be exchanged in print.
/// For pebbles the paper says only "very tightly and viscously attached to the rigid plate. Thus the trace
/// left by each grain does not depend on its motion": with ks = zs = 1 a mass forgets all at each step, a =
/// E.
inline constexpr std::array<ScreenPreset, 3> screen_presets{
    {{"sand", {0.03, 0.06, 0.01, 0.01}}, {"mud", {0.1, 0.01, 1.0, 0.01}}, {"pebbles", {1.0, 0.0, 1.0, 0.0}}}};

/// Error (Input) that lists the presets.
Result<ScreenLinks> screenPreset(std::string_view name);

/// 4 M > K + 2 Z for the mode in which neighbours swing against each other, which counts the links to them
/// twice: with four neighbours ks + 8 ki + 2 (zs + 8 zi) < 4. Error (Input) with the sum and the rate that
/// would do; also where a link is negative or nothing ties the masses to their places.
/// @param rate at which the links hold [1/s]
/// @param neighbours of a mass: 4 on a screen, 6 in a volume
Status checkStability(const ScreenLinks& links, double rate, int neighbours = 4);

}  // namespace talus::picture::engraved

#include "talus/picture/screen/links.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace talus::picture::engraved {
namespace {

/// K and Z of the shortest mode.
struct ShortestMode {
    double k, z;

    /// @param q 4 for each pair of neighbours
    ShortestMode(const ScreenLinks& links, double q)
        : k(links.ground_stiffness + q * links.stiffness), z(links.ground_damping + q * links.damping) {}
    double sum() const { return k + 2 * z; }
    /// The lowest rate that is stable [1/s]: with s = from / to, K s^2 + 2 Z s = 4.
    double lowestRate(double from) const { return from / ((std::sqrt(z * z + bound * k) - z) / k); }

    static constexpr double bound = 4;
};

}  // namespace

ScreenLinks ScreenLinks::atRate(double from, double to) const {
    const double s = from / to;
    return {ground_stiffness * s * s, stiffness * s * s, ground_damping * s, damping * s};
}

Result<ScreenLinks> screenPreset(std::string_view name) {
    std::string known;
    for (const ScreenPreset& preset : screen_presets) {
        if (preset.name == name) return preset.links;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", preset.name);
    }
    return Error{ErrorKind::Input, fmt::format("there is no screen '{}'; there are {}", name, known)};
}

Status checkStability(const ScreenLinks& links, double rate, int neighbours) {
    for (const double value : {links.ground_stiffness, links.stiffness, links.ground_damping, links.damping})
        if (!(value >= 0 && std::isfinite(value)))
            return Error{ErrorKind::Input,
                         fmt::format("a link of the screen is {}; it must be 0 or more", value)};
    if (links.ground_stiffness == 0)
        return Error{ErrorKind::Input, "ks is 0, so that nothing brings a mass back; it must be above 0"};
    const int q = 2 * neighbours;
    const ShortestMode shortest(links, q);
    if (shortest.sum() < ShortestMode::bound) return success();
    return Error{
        ErrorKind::Input,
        fmt::format("the screen is not stable at {:.6g} steps a second: ks + {} ki + 2 (zs + {} zi) is "
                    "{:.4g} and must be below 4; softer links would do, or more than {:.6g} steps a "
                    "second",
                    rate, q, q, shortest.sum(), std::floor(shortest.lowestRate(rate)))};
}

}  // namespace talus::picture::engraved

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/sources/sizes.h"

namespace talus::grains {

using method::Scene;

namespace {

/// Maximum number of discrete radii: a grain's radius is found by a linear search through the shares.
constexpr std::size_t max_radii = 1000;

void check(const Checking& checked, const char* section, std::size_t index, const Sizes& sizes) {
    const auto error = [&](const char* key, std::string message, std::string hint) {
        checked.diagnostics.error(checked.spanOf(section, index, key), std::move(message), std::move(hint));
    };
    if (sizes.distribution == Sizes::Distribution::Discrete) {
        if (sizes.radii.empty())
            error("radii", "'radii' is empty", "give one radius at least");
        else if (sizes.radii.size() > max_radii)
            error("radii", fmt::format("{} radii are too many", sizes.radii.size()),
                  fmt::format("at most {} can be used", max_radii));
        if (sizes.shares.size() != sizes.radii.size())
            error("shares", fmt::format("{} shares for {} radii", sizes.shares.size(), sizes.radii.size()),
                  "each radius needs its share");
        return;
    }
    if (sizes.distribution == Sizes::Distribution::Uniform) return;
    if (!(sizes.radius_min < sizes.radius_max))
        error("radius_max", "'radius_max' must be above 'radius_min'",
              fmt::format("radius_min is {:.4g} m", sizes.radius_min));
    else if (sizes.grain_radius < sizes.radius_min || sizes.grain_radius > sizes.radius_max)
        error("grain_radius",
              fmt::format("'grain_radius' must lie between 'radius_min' and 'radius_max', not at {:.4g} m",
                          sizes.grain_radius),
              fmt::format("from {:.4g} to {:.4g} m", sizes.radius_min, sizes.radius_max));
}

}  // namespace

void checkSizes(const Checking& checked) {
    const Scene& scene = checked.scene;
    for (std::size_t i = 0; i < in(scene).emitters.size() && !full(checked.diagnostics); ++i)
        check(checked, "emitter", i, in(scene).emitters[i]);
    for (std::size_t i = 0; i < in(scene).fills.size() && !full(checked.diagnostics); ++i)
        check(checked, "fill", i, in(scene).fills[i]);
}

}  // namespace talus::grains

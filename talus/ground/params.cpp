#include "talus/ground/params.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace talus::ground {

Status check(const SlopeLimits& limits) {
    const auto inputError = [](std::string message) { return Error{ErrorKind::Input, std::move(message)}; };
    if (!(limits.stop > 0))
        return inputError(fmt::format("the stop slope must be above 0, not {} rad", limits.stop));
    if (!(limits.stop <= limits.outside && limits.outside <= limits.inside))
        return inputError(fmt::format("the slopes must be stop <= outside <= inside, not {}, {} and {} rad",
                                      limits.stop, limits.outside, limits.inside));
    if (!(limits.inside < std::numbers::pi / 2))
        return inputError(
            fmt::format("slopes must be below 90 degrees, and inside is {} rad", limits.inside));
    if (!(limits.fraction > 0 && limits.fraction <= 0.5))
        return inputError(
            fmt::format("the fraction must be above 0 and at most 0.5, not {}", limits.fraction));
    return success();
}

GroundKind kindOf(const Soil& soil) {
    GroundKind kind = soil.kind == Soil::Kind::Sand ? sand() : soil.kind == Soil::Kind::Mud ? mud() : snow();
    kind.slopes.outside = soil.outside.value_or(kind.slopes.outside);
    kind.slopes.stop = soil.stop.value_or(kind.slopes.stop);
    kind.slopes.inside = soil.inside.value_or(kind.slopes.inside);
    kind.slopes.fraction = soil.fraction.value_or(kind.slopes.fraction);
    kind.kept = soil.alpha.value_or(kind.kept);
    return kind;
}

GroundKind sand() { return {{.outside = 0.436, .stop = 0.4, .inside = 1.2, .fraction = 0.4}, 0.3}; }
GroundKind mud() { return {{.outside = 1.1, .stop = 1.05, .inside = 1.57, .fraction = 0.4}, 0.41}; }
GroundKind snow() { return {{.outside = 1.57, .stop = 1.55, .inside = 1.57, .fraction = 0.4}, 0}; }

}  // namespace talus::ground

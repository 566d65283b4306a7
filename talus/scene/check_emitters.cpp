#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

/// Share of a disc that grains thrown onto it at random cover before no further one fits: 0.547 (random
/// sequential adsorption of discs; Feder 1980), less a margin because the grains leave one by one.
constexpr double coverage = 0.5;

/// Time until a grain has left the disc by one diameter, so that another fits in its place [s].
double clearingTime(const grains::Emitter& emitter, double diameter, const Vec3d& gravity) {
    const double fall = std::max(0.0, dot(gravity, normalized(emitter.direction)));
    const double v = emitter.speed;
    if (fall <= 0) return diameter / v;
    // diameter = v t + fall t^2 / 2, solved without cancellation
    return 2 * diameter / (v + std::sqrt(v * v + 2 * fall * diameter));
}

/// The most grains a second that a disc can pour without overlap.
double highestRate(const grains::Emitter& emitter, const Vec3d& gravity) {
    const double mean_square = emitter.grain_radius * emitter.grain_radius *
                               (1 + emitter.radius_spread * emitter.radius_spread / 3);  // <r^2>, r uniform
    const double at_once = std::max(1.0, coverage * emitter.radius * emitter.radius / mean_square);
    return at_once / clearingTime(emitter, 2 * emitter.grain_radius * (1 + emitter.radius_spread), gravity);
}

/// Two digits, rounded down.
double roundedDown(double value) {
    const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::floor(value / unit) * unit;
}

}  // namespace

void checkEmitters(Checked& checked) {
    for (std::size_t i = 0; i < checked.scene.emitters.size() && !full(checked.diagnostics); ++i) {
        const grains::Emitter& emitter = checked.scene.emitters[i];
        const auto error = [&](const char* key, std::string message, std::string hint) {
            checked.diagnostics.error(checked.place("emitter", i, key), std::move(message), std::move(hint));
        };
        const double largest = emitter.grain_radius * (1 + emitter.radius_spread);
        if (emitter.radius < largest) {
            error("radius",
                  fmt::format("the disc of [[emitter]] '{}' is smaller than its largest grain", emitter.name),
                  fmt::format("at least {:.3g} m", largest));
            continue;
        }
        if (!(squaredLength(emitter.direction) > 0)) continue;  // told by checkGeometry
        const double highest = highestRate(emitter, checked.scene.grains.gravity);
        if (!(highest > 0)) {
            error("speed", fmt::format("grains of [[emitter]] '{}' never leave its disc", emitter.name),
                  "give it a speed, or let its direction point along gravity");
        } else if (emitter.rate > highest && emitter.count > 1) {
            error("rate",
                  fmt::format("[[emitter]] '{}' cannot pour {} grains a second without overlap", emitter.name,
                              emitter.rate),
                  fmt::format("at most about {:g}; or raise its radius or speed", roundedDown(highest)));
        }
        if (emitter.start >= checked.scene.time.duration)
            checked.diagnostics.warning(
                checked.place("emitter", i, "start"),
                fmt::format("[[emitter]] '{}' starts after the end of the run", emitter.name),
                fmt::format("the run ends at {} s", checked.scene.time.duration));
    }
}

}  // namespace talus::scene

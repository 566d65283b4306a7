#include <limits>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/sources/emit.h"
#include "talus/method/source.h"

namespace talus::grains {
namespace {

using Shape = Emitter::Shape;

/// The key that makes an emitter too small for a grain.
const char* tooSmall(const Emitter& emitter, double radius) {
    if (emitter.shape == Shape::Disc) return emitter.radius < radius ? "radius" : nullptr;
    if (emitter.shape != Shape::Rectangle) return nullptr;
    return emitter.width < 2 * radius ? "width" : emitter.height < 2 * radius ? "height" : nullptr;
}

}  // namespace

void checkEmitters(const Checking& checked) {
    for (std::size_t i = 0; i < in(checked.scene).emitters.size() && !full(checked.diagnostics); ++i) {
        const Emitter& emitter = in(checked.scene).emitters[i];
        const auto error = [&](const char* key, std::string message, std::string hint) {
            checked.diagnostics.error(checked.spanOf("emitter", i, key), std::move(message), std::move(hint));
        };
        if (!method::report(checked, "emitter", i, scheduleFlaws(emitter))) continue;
        const double largest = largestReach(emitter);
        if (const char* const key = tooSmall(emitter, largest)) {
            error(key, fmt::format("[[emitter]] '{}' is smaller than its largest grain", emitter.name),
                  fmt::format("at least {:.3g} m", emitter.shape == Shape::Disc ? largest : 2 * largest));
            continue;
        }
        if (!regionFlaws(emitter).empty()) continue;  // reported by checkGeometry
        const double highest = largestRate(emitter, checked.scene.environment.gravity);
        const double asked = environment::largestRate(emitter);
        if (!(highest > 0)) {
            error("speed", fmt::format("grains of [[emitter]] '{}' never leave it", emitter.name),
                  emitter.shape == Shape::Line
                      ? "give it a speed, or let its direction point along gravity, and not along the line"
                      : "give it a speed, or let its direction point along gravity");
        } else if (asked > highest && emitter.count != 1) {
            error(emitter.times.empty() ? "rate" : "rates",
                  fmt::format("[[emitter]] '{}' cannot pour {} grains a second without overlap", emitter.name,
                              asked),
                  fmt::format("at most about {:g}; or make it larger, or raise its speed",
                              roundedDown(highest)));
        }
        const double begin = beginOf(emitter);
        if (!(begin < std::numeric_limits<double>::infinity()))
            error("rates", fmt::format("[[emitter]] '{}' never pours", emitter.name),
                  "give one of its rates more than 0");
        else if (begin >= checked.scene.time.duration)
            checked.warn(checked.spanOf("emitter", i, emitter.times.empty() ? "start" : "times"),
                         fmt::format("[[emitter]] '{}' starts after the end of the run", emitter.name),
                         fmt::format("the run ends at {} s", checked.scene.time.duration));
    }
}

}  // namespace talus::grains

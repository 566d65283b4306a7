#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/check/checks.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/sources/grain_file.h"

/// Checks whether the settings of grains can work in a run.
namespace talus::grains {

using method::Scene;

void checkStep(const Checking& checked, double contact_time) {
    const std::optional<double>& dt = checked.scene.time.dt;
    const bool force_dt = checked.scene.time.force_dt;
    if (!dt || !(contact_time > 0) || !std::isfinite(contact_time)) return;
    const SourceSpan span = checked.spanOf("time", 0, "dt");
    const std::string hint =
        fmt::format("use at most {:g} s (a tenth of it), or \"auto\"", roundedDown(contact_time / 10));
    // A spring of period 2 contact_time is unstable at dt = 2 / omega = 2 contact_time / pi. Half of that is
    // the limit: the contact is not resolved any more.
    const bool too_large = *dt > contact_time / std::numbers::pi;
    const std::string what =
        fmt::format("dt = {} s is too large: the shortest contact lasts {:.3g} s", *dt, contact_time);
    if (too_large && force_dt)
        checked.warn(span, what + ", and force_dt uses it all the same: do not rely on the results", hint);
    else if (too_large)
        checked.diagnostics.error(span, what, hint + "; time.force_dt = true insists");
    else if (*dt > contact_time / 10)
        checked.warn(
            span, fmt::format("dt = {} s is coarse: the shortest contact lasts {:.3g} s", *dt, contact_time),
            hint);
}

/// Grains that do not turn do not roll.
void checkRolling(const Checking& checked) {
    const std::vector<Contact>& contacts = in(checked.scene).contacts;
    for (std::size_t c = 0; c < contacts.size() && !in(checked.scene).params.spin; ++c)
        if (contacts[c].rolling != Rolling::None)
            checked.warn(
                checked.spanOf("contact", c, "rolling"),
                "'rolling' does nothing here: grains.spin is off, and what does not turn does not roll",
                "set grains.spin = true, or leave rolling out");
}

/// If nothing is below the grains, they accelerate to the end of the run; a step may move them by at most
/// half a radius.
void checkEndlessFall(const Checking& checked, double dt) {
    const Scene& scene = checked.scene;
    const double smallest = radiusRange(scene).smallest;
    if (!scene.environment.walls.empty() || scene.environment.ground || !(smallest > 0)) return;
    const double speed = length(scene.environment.gravity) * scene.time.end();
    if (!(speed * dt > 0.5 * smallest)) return;
    checked.warn(
        checked.spanOf("world", 0, "gravity"),
        fmt::format(
            "nothing is below the grains: by the end of the run they fall at {:.3g} m/s, more than half "
            "a radius in each step, and the run stops there",
            speed),
        "add a [[wall]] or [ground], or shorten time.duration or time.dt");
}

/// Positions are numbers of 53 bits: far from the origin they are too coarse for an overlap.
void checkResolution(const Checking& checked) {
    const Scene& scene = checked.scene;
    const double smallest = radiusRange(scene).smallest;
    if (!(smallest > 0)) return;
    const auto farthest = [](const Vec3d& p) {
        return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    };
    double distance = 0;
    SourceSpan span;
    const auto take = [&](const Vec3d& p, const char* section, std::size_t index, const char* key) {
        if (!(farthest(p) > distance)) return;
        distance = farthest(p);
        span = checked.spanOf(section, index, key);
    };
    for (std::size_t i = 0; i < in(scene).emitters.size(); ++i)
        take(middleOf(in(scene).emitters[i]), "emitter", i, "centre");
    for (std::size_t i = 0; i < in(scene).fills.size(); ++i) {
        take(in(scene).fills[i].box.min, "fill", i, "min");
        take(in(scene).fills[i].box.max, "fill", i, "max");
    }
    for (std::size_t i = 0; i < in(scene).imports.size(); ++i)
        for (const GrainRow& row : *in(scene).imports[i].grains) take(row.position, "import", i, "file");
    for (std::size_t i = 0; i < in(scene).placed.size(); ++i)
        take(in(scene).placed[i].position, "grain", i, "position");
    // Overlaps are some 1e-4 radii. From 1e12 radii on a position cannot resolve them; from 1e9 radii on an
    // overlap has three digits.
    constexpr double none = 1e12, few = 1e9;
    const std::string what = fmt::format(
        "grains of radius {:.3g} m start {:.3g} m from the origin: numbers of 16 digits {} their overlaps",
        smallest, distance, distance > none * smallest ? "cannot hold" : "hold no more than three digits of");
    const std::string hint = "move the scene to the origin";
    if (distance > none * smallest)
        checked.diagnostics.error(span, what, hint);
    else if (distance > few * smallest)
        checked.warn(span, what, hint);
}

}  // namespace talus::grains

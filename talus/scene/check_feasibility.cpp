#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/grains/fill.h"
#include "talus/scene/passes.h"
#include "talus/scene/setup.h"
#include "talus/scene/simulation.h"

namespace talus::scene {
namespace {

/// Grains are numbered with 32 bits (grains::fields::id).
constexpr double most_grains = 4294967295.0;

std::string gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

/// The entry that asks for the most grains, for an error's place.
SourceSpan largestCount(const Checked& checked) {
    SourceSpan place;
    double most = 0;
    for (std::size_t i = 0; i < checked.scene.emitters.size(); ++i) {
        const auto count = static_cast<double>(checked.scene.emitters[i].count);
        if (count > most) {
            most = count;
            place = checked.place("emitter", i, "count");
        }
    }
    for (std::size_t i = 0; i < checked.scene.fills.size(); ++i) {
        const grains::Fill& fill = checked.scene.fills[i];
        const double count = grains::fillCount(fill);
        if (count > most) {
            most = count;
            place = checked.place("fill", i, fill.count > 0 ? "count" : "max");
        }
    }
    return place;
}

void checkStep(Checked& checked, double contact_time) {
    const std::optional<double>& dt = checked.scene.time.dt;
    const bool force_dt = checked.scene.time.force_dt;
    if (force_dt && !dt)
        checked.warn(checked.place("time", 0, "force_dt"), "'force_dt' does nothing here: dt is \"auto\"",
                     "give dt, or leave force_dt out");
    if (!dt || !(contact_time > 0) || !std::isfinite(contact_time)) return;
    const SourceSpan place = checked.place("time", 0, "dt");
    const std::string hint =
        fmt::format("use at most {:g} s (a tenth of it), or \"auto\"", roundedDown(contact_time / 10));
    // A spring of period 2 contact_time is unstable at dt = 2 / omega = 2 contact_time / pi; half of that is
    // already no longer a contact.
    const bool too_large = *dt > contact_time / std::numbers::pi;
    const std::string what =
        fmt::format("dt = {} s is too large: the shortest contact lasts {:.3g} s", *dt, contact_time);
    if (too_large && force_dt)
        checked.warn(place, what + ", and force_dt uses it all the same: do not rely on the results", hint);
    else if (too_large)
        checked.diagnostics.error(place, what, hint + "; time.force_dt = true insists");
    else if (*dt > contact_time / 10)
        checked.warn(
            place, fmt::format("dt = {} s is coarse: the shortest contact lasts {:.3g} s", *dt, contact_time),
            hint);
}

/// Grains that do not turn do not roll.
void checkRolling(Checked& checked) {
    const std::vector<grains::Contact>& contacts = checked.scene.grains.contacts;
    for (std::size_t c = 0; c < contacts.size() && !checked.scene.grains.spin; ++c)
        if (contacts[c].rolling != grains::Rolling::None)
            checked.warn(
                checked.place("contact", c, "rolling"),
                "'rolling' does nothing here: grains.spin is off, and what does not turn does not roll",
                "set grains.spin = true, or leave rolling out");
}

/// Where nothing is below the grains they gain speed to the end; a step moves them by half a radius at most.
void checkEndlessFall(Checked& checked, double dt) {
    const Scene& scene = checked.scene;
    const double smallest = radiusRange(scene).smallest;
    if (!scene.walls.empty() || scene.ground || !(smallest > 0)) return;
    const double speed = length(scene.grains.gravity) * scene.time.end();
    if (!(speed * dt > 0.5 * smallest)) return;
    checked.warn(
        checked.place("grains", 0, "gravity"),
        fmt::format(
            "nothing is below the grains: by the end of the run they fall at {:.3g} m/s, more than half "
            "a radius in each step, and the run stops there",
            speed),
        "add a [[wall]] or [ground], or shorten time.duration or time.dt");
}

/// Places are numbers of 53 bits: far from the origin what is left of them for an overlap is too coarse.
void checkResolution(Checked& checked) {
    const Scene& scene = checked.scene;
    const double smallest = radiusRange(scene).smallest;
    if (!(smallest > 0)) return;
    const auto farthest = [](const Vec3d& p) {
        return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
    };
    double most = 0;
    SourceSpan place;
    const auto take = [&](const Vec3d& p, const char* section, std::size_t index, const char* key) {
        if (!(farthest(p) > most)) return;
        most = farthest(p);
        place = checked.place(section, index, key);
    };
    for (std::size_t i = 0; i < scene.emitters.size(); ++i)
        take(scene.emitters[i].centre, "emitter", i, "centre");
    for (std::size_t i = 0; i < scene.fills.size(); ++i) {
        take(scene.fills[i].box.min, "fill", i, "min");
        take(scene.fills[i].box.max, "fill", i, "max");
    }
    for (std::size_t i = 0; i < scene.imports.size(); ++i)
        for (const grains::GrainRow& row : *scene.imports[i].grains) take(row.position, "import", i, "file");
    for (std::size_t i = 0; i < scene.placed.size(); ++i)
        take(scene.placed[i].position, "grain", i, "position");
    // Overlaps are some 1e-4 radii. From 1e12 radii on a place has no such digit; from 1e9 on the overlap has
    // three.
    constexpr double none = 1e12, few = 1e9;
    const std::string what = fmt::format(
        "grains of radius {:.3g} m start {:.3g} m from the origin: numbers of 16 digits {} their overlaps",
        smallest, most, most > none * smallest ? "cannot hold" : "hold no more than three digits of");
    const std::string hint = "move the scene to the origin";
    if (most > none * smallest)
        checked.diagnostics.error(place, what, hint);
    else if (most > few * smallest)
        checked.warn(place, what, hint);
}

}  // namespace

void checkFeasibility(Checked& checked, const Machine& machine) {
    const Estimate need = estimate(checked.scene);
    checkStep(checked, need.contact_time);
    checkSoftness(checked, need.speed);
    checkRestitution(checked, need.impact_speed, need.dt);
    checkPeriodic(checked);
    checkRolling(checked);
    checkResolution(checked);
    checkEndlessFall(checked, need.dt);
    Diagnostics& diagnostics = checked.diagnostics;
    if (static_cast<double>(need.grains) > most_grains) {
        diagnostics.error(largestCount(checked),
                          fmt::format("{:.4g} grains are too many", static_cast<double>(need.grains)),
                          fmt::format("at most {:.0f} can be numbered", most_grains));
        return;
    }
    if (machine.memory_bytes > 0 && need.memory_bytes > 0.8 * machine.memory_bytes && need.grains == 0)
        diagnostics.error(checked.place("ground", 0, "spacing"),
                          fmt::format("the ground needs {} of memory; this machine has {}",
                                      gigabytes(need.memory_bytes), gigabytes(machine.memory_bytes)),
                          "make its spacing larger");
    else if (machine.memory_bytes > 0 && need.memory_bytes > 0.8 * machine.memory_bytes)
        diagnostics.error(
            largestCount(checked),
            fmt::format("{} grains need {} of memory; this machine has {}", need.grains,
                        gigabytes(need.memory_bytes), gigabytes(machine.memory_bytes)),
            fmt::format("about {:.2g} grains fit",
                        static_cast<double>(need.grains) * 0.8 * machine.memory_bytes / need.memory_bytes));
    constexpr double most_frames = 1e6;
    const Time& time = checked.scene.time;
    const double frames = time.duration / time.frame_interval;
    if (frames > most_frames) {
        diagnostics.error(checked.place("time", 0, "frame_interval"),
                          fmt::format("{:.3g} frames are too many; at most {:g}", frames, most_frames),
                          "raise frame_interval or lower duration");
        return;
    }
    // A run ends with a frame.
    if (time.end() > time.duration * (1 + 1e-9))
        checked.warn(checked.place("time", 0, "duration"),
                     fmt::format("the run goes on to its next frame, at {:g} s", time.end()),
                     "make duration a multiple of frame_interval, or frame_interval shorter");
    // Years on any machine; and what rounds to no time at all counts as endless.
    constexpr double most_steps = 1e12;
    if (static_cast<double>(need.steps) > most_steps || !(need.dt > 0))
        diagnostics.error(
            checked.place("time", 0, checked.scene.time.dt ? "dt" : "duration"),
            fmt::format("the run would take {:.2g} steps of {:.2g} s; at most {:g}",
                        static_cast<double>(need.steps), need.dt, most_steps),
            fmt::format("the shortest contact lasts {:.3g} s; lower the stiffness or the speeds, or use "
                        "heavier grains",
                        need.contact_time));
}

}  // namespace talus::scene

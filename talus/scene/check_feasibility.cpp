#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/memory_budget.h"
#include "talus/scene/estimate.h"
#include "talus/scene/passes.h"

namespace talus::scene {
namespace {

/// Rows of tables are numbered with 32 bits.
constexpr double max_rows = 4294967295.0;
constexpr double max_frames = 1e6;  // files in one folder; hours of video
/// More would take years on any machine.
constexpr double max_steps = 1e12;

std::string gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes / 1e9); }

SourceSpan spanOf(const method::Checking& checked, const method::Needs& needs) {
    return needs.most.section.empty() ? SourceSpan{}
                                      : checked.spanOf(needs.most.section, needs.most.index, needs.most.key);
}

/// Whether the rows of all methods can be numbered.
bool checkCounts(const method::Checking& checked, const Estimate& need) {
    for (const method::Needs& one : need.methods)
        if (one.count > max_rows) {
            checked.diagnostics.error(spanOf(checked, one),
                                      fmt::format("{:.4g} {} are too many", one.count, one.what),
                                      fmt::format("at most {:.0f} are possible", max_rows));
            return false;
        }
    return true;
}

void checkMemory(const method::Checking& checked, const Estimate& need, const Machine& machine) {
    const double available = method::usable_memory * machine.memory_bytes;
    if (!(machine.memory_bytes > 0 && need.memory_bytes > available)) return;
    const method::Needs* largest = &checked.scene.read;
    for (const method::Needs& one : need.methods)
        if (one.memory_bytes > largest->memory_bytes) largest = &one;
    if (!(largest->count > 0))
        return checked.diagnostics.error(
            spanOf(checked, *largest),
            fmt::format("the scene needs {} of memory, {} of it for {}; this machine has {}",
                        gigabytes(need.memory_bytes), gigabytes(largest->memory_bytes),
                        largest->what.empty() ? "its methods" : largest->what,
                        gigabytes(machine.memory_bytes)),
            "use coarser files, or leave some of them out");
    checked.diagnostics.error(
        spanOf(checked, *largest),
        fmt::format("{:.0f} {} need {} of memory; this machine has {}", largest->count, largest->what,
                    gigabytes(need.memory_bytes), gigabytes(machine.memory_bytes)),
        fmt::format("about {:.2g} {} fit", largest->count * available / need.memory_bytes, largest->what));
}

}  // namespace

void checkFeasibility(const method::Checking& checked, const Machine& machine) {
    const method::Scene& scene = checked.scene;
    const method::Time& time = scene.time;
    const Estimate need = estimate(scene);
    if (!checkCounts(checked, need)) return;
    checkMemory(checked, need, machine);
    if (time.force_dt && !time.dt)
        checked.warn("time", 0, "force_dt", "'force_dt' has no effect: dt is \"auto\"",
                     "give dt, or leave force_dt out");
    const double frames = time.duration / time.frame_interval;
    if (frames > max_frames) {
        checked.error("time", 0, "frame_interval",
                      fmt::format("{:.3g} frames are too many; at most {:g}", frames, max_frames),
                      "raise frame_interval or lower duration");
        return;
    }
    // A run always ends with a frame.
    if (time.end() > time.duration * (1 + 1e-9))
        checked.warn("time", 0, "duration",
                     fmt::format("the run continues to its next frame, at {:g} s", time.end()),
                     "make duration a multiple of frame_interval, or frame_interval shorter");
    for (const method::Needs& one : need.methods) {
        const double step = std::min(one.longest_step, need.step);
        if (const double steps = time.end() / step; steps > max_steps || !(step > 0))
            checked.error("time", 0, time.dt ? "dt" : "duration",
                          fmt::format("the run would take {:.2g} steps of {:.2g} s; at most {:g}", steps,
                                      step, max_steps),
                          one.advice);
    }
}

}  // namespace talus::scene

#include "talus/water/needs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/water/pipeline.h"
#include "talus/water/sources/fill.h"
#include "talus/water/sources/inflow.h"

namespace talus::water {
namespace {

/// Of a particle: what lasts, what a step needs beside it, and its neighbours: some 30, padded, of four bytes
/// each.
constexpr double state_bytes = 24 + 12 + 3 * 4, checkpoint_bytes = state_bytes, frame_bytes = 24 + 12 + 3 * 4;
constexpr double work_bytes = 4 * 16 + 12 + 7 * 4 + 12 + 12 + 40 * 4;

/// How many a block has: counted, or, where that would take long, by its volume.
double particlesIn(const Block& block, double spacing) {
    constexpr double most_counted = 1e6;
    if (mostPlacesIn(block, spacing) <= most_counted)
        return static_cast<double>(placesIn(block, spacing).size());
    return std::abs(volumeOf(block)) / (spacing * spacing * spacing);
}

/// Particles of one layer, likewise.
double layerSize(const Inflow& inflow, double spacing) {
    const double area = areaOf(inflow) / (spacing * spacing);
    return area > 1e6 ? area : static_cast<double>(layerOf(inflow, spacing).size());
}

double particlesOf(const Setup& s, double end) {
    double count = 0;
    for (const Block& block : s.blocks) count += particlesIn(block, s.water.spacing);
    for (const Inflow& inflow : s.inflows) {
        const double layer = layerSize(inflow, s.water.spacing);
        count +=
            static_cast<double>(layersDue(inflow, s.water.spacing, static_cast<std::size_t>(layer), end)) *
            layer;
    }
    return count;
}

}  // namespace

method::Needs needs(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    // The scene's step is that of water at rest; within it, moving water takes several.
    const Longest rest = longestStep(s, 0), moving = longestStep(s, s.fastest);
    const double end = scene.time.end();
    method::Needs needs{.longest_step = std::min(rest.step, scene.time.frame_interval),
                        .why = rest.why,
                        .advice = "make spacing in [water] larger",
                        .what = "particles of water",
                        .count = particlesOf(s, end),
                        .at_most = !s.sinks.empty()};
    needs.memory_bytes = needs.count * (state_bytes + work_bytes);
    needs.frame_bytes = needs.count * frame_bytes;
    needs.checkpoint_bytes = needs.count * checkpoint_bytes;
    // Particle-steps a second of one thread, of bench/results/water-2026-11.md.
    const double rate = s.water.solver == Solver::Dfsph ? 8e5 : 2.5e6;
    needs.work = needs.count * end / moving.step / rate;
    needs.most = {"water", 0, "spacing"};
    return needs;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const Longest rest = longestStep(s, 0), moving = longestStep(s, s.fastest);
    const double count = particlesOf(s, 0);
    std::vector<method::Line> lines{
        {"water", fmt::format("{:.0f} particles at the start, {:.4g} m^3 of {:g} mg each, {:g} mm apart",
                              count, count * s.smoothing.volume, s.mass * 1e6, s.water.spacing * 1e3)},
        {"water step", fmt::format("{:.3g} s at rest ({})", rest.step, rest.why)},
        {"", fmt::format("{:.3g} s at {:.3g} m/s, the speed to be expected ({})", moving.step, s.fastest,
                         moving.why)}};
    if (s.water.solver == Solver::Wcsph)
        lines.push_back({"", fmt::format("speed of sound {:.3g} m/s", s.sound_speed)});
    return lines;
}

}  // namespace talus::water

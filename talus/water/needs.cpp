#include "talus/water/needs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/method/gather.h"
#include "talus/water/fields.h"
#include "talus/water/pipeline.h"
#include "talus/water/sources/free_places.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/lake.h"
#include "talus/water/sources/rain.h"
#include "talus/water/sources/streams.h"

namespace talus::water {
namespace {

constexpr double frame_bytes = 24 + 12 + 3 * 4;

/// Bytes of a particle.
struct Bytes {
    double state = 0, all = 0;
};
Bytes bytesOf(const Setup& s) {
    state::World world;
    addTables(world, s);
    Bytes bytes;
    for (const char* table : {water_table, work_table})
        for (const state::Column& column : world.table(table).columns()) {
            const auto own = static_cast<double>(column.info->elementBytes());
            bytes.all += own;
            if (column.info->lifetime == Lifetime::Persistent) bytes.state += own;
        }
    // Neighbours, of two bytes each: those of a lattice, padded by some half a pack of 16.
    const double reach = s.smoothing.support / s.water.spacing;
    const double neighbours = 4.0 / 3 * std::numbers::pi * reach * reach * reach + 8;
    // A cell has half of the support cubed, and ten starts of runs.
    const double cells = 2 / (reach * reach * reach);
    // The search: cell, order and place of each; the largest column once more, while all are put in order.
    // Tables of lists have a sixteenth more room than they were found to need.
    bytes.all += 1.0625 * (2 * neighbours + 40 * cells) + 4 * cells + 4 + 4 + 12 + 24;
    return bytes;
}

/// Particles of one layer: counted, or, where that would take long, by its area.
double layerSize(const Inflow& inflow, double spacing) {
    const double area = areaOf(inflow) / (spacing * spacing);
    return area > 1e6 ? area : static_cast<double>(layerOf(inflow, spacing).size());
}

double particlesOf(const method::Scene& scene, const Setup& s, double end) {
    double count = 0;
    const std::vector<method::Land> lands =
        s.blocks.empty() ? std::vector<method::Land>{} : method::landsOf(scene);
    const geometry::Heightfield* ground = lands.empty() ? nullptr : lands.front().start.get();
    for (const Block& block : s.blocks)
        count += countFreePlaces(block, s.water.spacing, s.walls, s.solids, ground);
    for (const Inflow& inflow : s.inflows) {
        const double layer = layerSize(inflow, s.water.spacing);
        count +=
            static_cast<double>(layersDue(inflow, s.water.spacing, static_cast<std::size_t>(layer), end)) *
            layer;
    }
    for (const Rain& rain : s.rains)
        if (end > 0) count += static_cast<double>(dropsDue(rain, s.smoothing.volume, end));
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
                        .count = particlesOf(scene, s, end),
                        .at_most = !s.sinks.empty()};
    const Bytes bytes = bytesOf(s);
    needs.memory_bytes = needs.count * bytes.all;
    needs.frame_bytes = needs.count * frame_bytes;
    needs.checkpoint_bytes = needs.count * bytes.state;
    // Particle-steps a second of one thread, of bench/results/water-2026-11.md.
    const double rate = s.water.solver == Solver::Dfsph ? 8e5 : 2.5e6;
    needs.work = needs.count * end / moving.step / rate;
    needs.most = {"water", 0, "spacing"};
    return needs;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const Longest rest = longestStep(s, 0), moving = longestStep(s, s.fastest);
    const double count = particlesOf(scene, s, 0);
    std::vector<method::Line> lines{
        {"water", fmt::format("{:.0f} particles at the start, {:.4g} m^3 of {:g} mg each, {:g} mm apart",
                              count, count * s.smoothing.volume, s.mass * 1e6, s.water.spacing * 1e3)},
        {"water step", fmt::format("{:.3g} s at rest ({})", rest.step, rest.why)},
        {"", fmt::format("{:.3g} s at {:.3g} m/s, the speed to be expected ({})", moving.step, s.fastest,
                         moving.why)}};
    if (count == 0 && !s.blocks.empty())
        lines.push_back({"", "all places of the blocks are in walls or in the ground, and are left out"});
    for (const Block& block : s.blocks)
        if (block.lake)
            lines.push_back(
                {"lake", fmt::format("{} is {:.4g} m^3, {:.3g} m deep at most", block.name,
                                     block.lake->hollow.volume, block.level - block.lake->hollow.lowest)});
    for (const Rain& rain : s.rains) {
        const double discharge = largestRate(rain) * areaOf(rain);
        if (rain.streams)
            lines.push_back(
                {"rain", fmt::format("{} gathers on {:.3g} m^2; that of {:.3g} m^2 leaves the ground before",
                                     rain.name, areaOf(rain), rain.streams->lost)});
        lines.push_back({"rain", fmt::format("{} brings {:.3g} m^3/s at most: {:.3g} particles a second",
                                             rain.name, discharge, discharge / s.smoothing.volume)});
    }
    for (const Inflow& inflow : s.inflows) {
        const double discharge =
            largestRate(inflow) * layerSize(inflow, s.water.spacing) * s.water.spacing * s.water.spacing;
        lines.push_back(
            {"inflow",
             fmt::format("{} brings {:.3g} m^3/s at most, at {:.3g} m/s: {:.3g} particles "
                         "a second",
                         inflow.name, discharge, largestRate(inflow), discharge / s.smoothing.volume)});
    }
    if (s.water.solver == Solver::Wcsph)
        lines.push_back({"", fmt::format("speed of sound {:.3g} m/s", s.sound_speed)});
    return lines;
}

}  // namespace talus::water

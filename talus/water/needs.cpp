#include "talus/water/needs.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/method/gather.h"
#include "talus/water/fields.h"
#include "talus/water/pipeline.h"
#include "talus/water/sources/free_positions.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/lake.h"
#include "talus/water/sources/rain.h"
#include "talus/water/sources/streams.h"

namespace talus::water {
namespace {

constexpr double frame_bytes = 24 + 12 + 3 * 4;

/// Memory per particle [bytes].
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
    // Neighbours of two bytes each: as many as on a lattice, plus padding of half a pack of 16.
    const double reach = s.smoothing.support / s.water.spacing;
    const double neighbours = 4.0 / 3 * std::numbers::pi * reach * reach * reach + 8;
    // A cell has the volume of half the support cubed, and ten starts of runs.
    const double cells = 2 / (reach * reach * reach);
    // The search: cell, order and position of each particle, and a copy of the largest column while columns
    // are sorted. Tables of lists are a sixteenth larger than needed.
    bytes.all += 1.0625 * (2 * neighbours + 40 * cells) + 4 * cells + 4 + 4 + 12 + 24;
    return bytes;
}

/// The number of particles of one layer: counted, or from its area if counting would take long.
double layerSize(const Inflow& inflow, double spacing) {
    const double area = areaOf(inflow) / (spacing * spacing);
    return area > 1e6 ? area : static_cast<double>(layerOf(inflow, spacing).size());
}

/// The number of particles at the start, at the end, and in the mean over time.
struct Count {
    double start = 0, end = 0, mean = 0;
};
Count countOf(const method::Scene& scene, const Setup& s, double end) {
    Count count;
    const std::vector<method::Land> lands =
        s.blocks.empty() ? std::vector<method::Land>{} : method::landsOf(scene);
    const geometry::Heightfield* ground = lands.empty() ? nullptr : lands.front().start.get();
    for (const Block& block : s.blocks)
        count.start += countFreePositions(block, s.water.spacing, s.walls, s.solids, ground);
    count.end = count.mean = count.start;
    constexpr int moments = 100;
    const auto add = [&](const auto& madeBy) {
        count.start += madeBy(0);
        count.end += madeBy(end);
        for (int k = 0; k < moments; ++k) count.mean += madeBy(end * (k + 0.5) / moments) / moments;
    };
    for (const Inflow& inflow : s.inflows)
        add([&, layer = layerSize(inflow, s.water.spacing)](double time) {
            return layer * static_cast<double>(
                               layersDue(inflow, s.water.spacing, static_cast<std::size_t>(layer), time));
        });
    for (const Rain& rain : s.rains)
        add([&](double time) {
            return time > 0 ? static_cast<double>(dropsDue(rain, s.smoothing.volume, time)) : 0.0;
        });
    return count;
}

/// The number of steps of a run. In tanks their length is that at the expected speed. On ground the expected
/// speed is that of a fall through the whole relief, which water on a bed does not reach: there the length is
/// between this and that at rest. Their geometric mean is wrong by at most the root of their ratio.
double stepsOf(const method::Scene& scene, const Setup& s) {
    const double interval = scene.time.dt.value_or(scene.time.frame_interval),
                 rest = std::min(longestStep(s, 0).step, interval),
                 moving = std::min(longestStep(s, s.fastest).step, interval);
    return scene.time.end() / (s.solids.hasGround() ? std::sqrt(rest * moving) : moving);
}

/// Time of one thread per particle and step [s]: measured on an AVX-512 server processor
/// (bench/results/water-2026-11.md, "What check foretells"). Ground and volumes are integrated triangle by
/// triangle, and a finer one has more triangles within the support.
double secondsOfStep(const Setup& s) {
    double seconds = s.water.solver == Solver::Dfsph ? 1.2e-6 : 0.4e-6;
    const auto triangles = [&](double spacing) {
        const double across = s.smoothing.support / spacing;
        return across * across;
    };
    if (s.solids.ground) seconds += 0.25e-6 + 0.2e-6 * triangles(s.solids.ground->grid.spacing);
    if (s.solids.volume) seconds += 2.1e-6 + 0.2e-6 * triangles(s.solids.volume->grid.cell);
    return seconds;
}

}  // namespace

Course courseOf(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    return {stepsOf(scene, s), countOf(scene, s, scene.time.end()).mean};
}

method::Needs needs(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    // The step of the scene is that of water at rest. Moving water takes several sub-steps in it.
    const Longest rest = longestStep(s, 0);
    const Count count = countOf(scene, s, scene.time.end());
    method::Needs needs{.longest_step = std::min(rest.step, scene.time.frame_interval),
                        .why = rest.why,
                        .advice = "make spacing in [water] larger",
                        .limits = {{"solids", rest.step}},
                        .what = "particles of water",
                        .count = count.end,
                        .at_most = !s.sinks.empty()};
    if (s.solids.walls->points() != nullptr) needs.limits.push_back({"cloth", rest.step});
    const Bytes bytes = bytesOf(s);
    needs.memory_bytes = needs.count * bytes.all;
    needs.frame_bytes = needs.count * frame_bytes;
    needs.checkpoint_bytes = needs.count * bytes.state;
    needs.work = count.mean * stepsOf(scene, s) * secondsOfStep(s);
    needs.most = {"water", 0, "spacing"};
    return needs;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const Longest rest = longestStep(s, 0), moving = longestStep(s, s.fastest);
    const double count = countOf(scene, s, 0).start;
    std::vector<method::Line> lines{
        {"water", fmt::format("{:.0f} particles at the start, {:.4g} m^3, of {} each, {} apart", count,
                              count * s.smoothing.volume, massText(s.mass), lengthText(s.water.spacing))},
        {"water step", fmt::format("{:.3g} s at rest ({})", rest.step, rest.why)},
        {"", fmt::format("{:.3g} s at {:.3g} m/s, the expected maximum speed ({})", moving.step, s.fastest,
                         moving.why)}};
    if (count == 0 && !s.blocks.empty())
        lines.push_back({"", "the blocks have no particles: all positions are in walls or in the ground"});
    for (const Block& block : s.blocks)
        if (block.lake)
            lines.push_back(
                {"lake", fmt::format("{} has {:.4g} m^3 and is up to {:.3g} m deep", block.name,
                                     block.lake->hollow.volume, block.level - block.lake->hollow.lowest)});
    for (const Rain& rain : s.rains) {
        const double discharge = largestRate(rain) * areaOf(rain);
        if (rain.streams)
            lines.push_back({"rain", fmt::format("{} gathers from {:.3g} m^2; the rain on {:.3g} m^2 runs "
                                                 "off the ground before it gathers",
                                                 rain.name, areaOf(rain), rain.streams->lost)});
        lines.push_back({"rain", fmt::format("{} adds up to {:.3g} m^3/s: {:.3g} particles per second",
                                             rain.name, discharge, discharge / s.smoothing.volume)});
    }
    for (const Inflow& inflow : s.inflows) {
        const double discharge =
            largestRate(inflow) * layerSize(inflow, s.water.spacing) * s.water.spacing * s.water.spacing;
        lines.push_back({"inflow", fmt::format("{} adds up to {:.3g} m^3/s, at {:.3g} m/s: {:.3g} particles "
                                               "per second",
                                               inflow.name, discharge, largestRate(inflow),
                                               discharge / s.smoothing.volume)});
    }
    if (s.water.solver == Solver::Wcsph)
        lines.push_back({"", fmt::format("speed of sound {:.3g} m/s", s.sound_speed)});
    return lines;
}

}  // namespace talus::water

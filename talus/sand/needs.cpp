#include "talus/sand/needs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/geometry/grow_box.h"
#include "talus/method/gather.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/mpm/tile.h"
#include "talus/sand/mpm/wall_time.h"
#include "talus/sand/pipeline.h"
#include "talus/sand/sources/fill.h"
#include "talus/sand/sources/spouts.h"

namespace talus::sand {
namespace {

/// Bytes of a particle: the columns of its table (fields.h), that of damping included; in a frame position,
/// velocity, id, source and pressure; while it is sorted a key, an index and a copy of the largest column.
constexpr double state_bytes = 24 + 4 * 12 + 2 * 12 + 4 + 2 + 4, frame_bytes = 24 + 12 + 4 + 2 + 4,
                 sort_bytes = 2 * 12 + 24;
/// Of a tile with sand, and those around it; of its nodes without stress, for residuals; of the moments of a
/// tile near a wall.
constexpr double tile_bytes = 32768, without_bytes = 12288, moment_bytes = 8192;
/// Of a cell of the solvers on a grid.
constexpr double cell_bytes = 500;

/// The ground of the sand at the start; null where it has none.
std::shared_ptr<const geometry::Heightfield> groundOf(const method::Scene& scene, const Setup& s) {
    const std::vector<method::Land> lands =
        s.boundaries.ground ? method::landsOf(scene) : std::vector<method::Land>{};
    return lands.empty() ? nullptr : lands.front().start;
}

/// The sand at the end, at most: as if all of the blocks were free, and none overlapped another one.
struct Largest {
    double count = 0;  ///< particles
    double tiles = 0;  ///< tiles of the grid that have some, while the sand is in its blocks or on the ground
};

Largest largestAmount(const method::Scene& scene, const Setup& s) {
    constexpr double side = mpm::tile_cells, in_tile = 8 * side * side * side;
    const auto ground = groundOf(scene, s);
    Largest largest;
    for (const Block& block : s.blocks) {
        const double count = estimateIn(block, s.spacing, ground.get());
        const Vec3d size = boundsOf(block).max - boundsOf(block).min;
        // On the ground it spreads to a thin layer.
        const double thin = ground ? s.sand.cell : std::max(s.sand.cell, std::min({size.x, size.y, size.z}));
        largest.count += count;
        // A layer is in one more layer of tiles than it would fill, as it starts anywhere in the first one.
        largest.tiles += count / in_tile * (1 + side * s.sand.cell / thin);
    }
    for (const Spout& spout : s.spouts) {
        const double count = estimateIn(spout, s.spacing, scene.time.end());
        largest.count += count;
        largest.tiles += count / in_tile;
    }
    return largest;
}

/// Time of one thread per particle and step [s]: measured on an AVX-512 server processor.
double secondsAParticleStep(const Sand& sand) {
    if (sand.solver == Solver::Narain) return 4e-6;
    if (sand.solver == Solver::ZhuBridson) return 1e-6;
    return sand.transfer == "aflip" ? 1.7e-7 : 1.5e-7;
}

/// A step of the scene is so many steps of sand at rest. Sand that moves takes more and shorter sub-steps in
/// it, by its speed at the start of the step. If it were one step, sand that just moves would take two of
/// half of it; now at most one in eight is more than needed. In eight steps sound crosses three cells and
/// gravity adds little to the speed, with the default cfl.
constexpr double steps_at_rest = 8;

double longestStepOfScene(const Setup& s) {
    const double rest = longestStep(s, 0).step;
    return s.sand.solver == Solver::Mpm && !s.sand.dt ? steps_at_rest * rest : rest;
}

/// Cells of a solver on a grid: the box around the sand, which becomes some three times as large as the sand
/// or is larger where its blocks are far apart.
double cellsOfBox(const Setup& s, double particles) {
    geometry::Box around = geometry::emptyBox();
    for (const Block& block : s.blocks) include(around, boundsOf(block));
    const Vec3d size = s.blocks.empty() ? Vec3d{} : (around.max - around.min) / s.sand.cell;
    return std::max(3 * particles / 8, size.x * size.y * size.z);
}

/// The share of their volume that boxes lack because they hold only whole layers, half a cell apart. A layer
/// on the ground follows its depth, and other shapes take each position that is in them.
double shareLostToLayers(const Setup& s) {
    double boxes = 0, filled = 0;
    for (const Block& block : s.blocks) {
        if (block.shape != Block::Shape::Box || block.depth) continue;
        const Vec3d size = block.box.max - block.box.min;
        boxes += size.x * size.y * size.z;
        filled += maxPositionsIn(block, s.spacing) * s.volume;
    }
    return boxes > 0 ? 1 - filled / boxes : 0;
}

}  // namespace

StartCount startCount(const method::Scene& scene, const Setup& setup, double most) {
    return countAtStart(setup, groundOf(scene, setup).get(), most);
}

double expectedStep(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const double interval = scene.time.frame_interval;
    return std::min({longestStep(s, s.fastest).step, interval, scene.time.dt.value_or(interval)});
}

method::Needs needs(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const Longest rest = longestStep(s, 0);
    const double interval = scene.time.frame_interval;
    const Largest largest = largestAmount(scene, s);
    method::Needs needs{.longest_step = std::min(longestStepOfScene(s), interval),
                        .why = rest.why,
                        .advice = "make cell in [sand] larger, or stiffness lower",
                        .limits = {{"solids", rest.step}},
                        .what = "particles of sand",
                        .count = largest.count,
                        .at_most = !s.sinks.empty() || !s.spouts.empty() || s.boundaries.ground.has_value()};
    const bool tiles = s.sand.solver == Solver::Mpm;
    const double cells = tiles ? 0 : cellsOfBox(s, needs.count);
    // A frame and a checkpoint are copied before they are written.
    needs.memory_bytes = needs.count * (2 * state_bytes + sort_bytes + frame_bytes) + cells * cell_bytes;
    if (tiles)
        needs.memory_bytes += largest.tiles * (tile_bytes + (mpm::keepsResidual(s) ? without_bytes : 0) +
                                               (s.boundaries.any() ? moment_bytes : 0));
    needs.frame_bytes = needs.count * frame_bytes;
    needs.checkpoint_bytes = needs.count * state_bytes;
    double seconds_a_step = std::max(needs.count, 8 * cells / 3) * secondsAParticleStep(s.sand);
    if (tiles) seconds_a_step += mpm::secondsAtWalls(s, needs.count);
    needs.work = seconds_a_step * scene.time.end() / expectedStep(scene);
    needs.most = {"sand", 0, "cell"};
    return needs;
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Setup s = setupOf(scene);
    const StartCount start = startCount(scene, s);
    std::vector<method::Line> lines{
        {"sand",
         fmt::format(
             "{} particles at the start, {:.4g} m^3, {:.3g} kg/m^3, friction angle {:.3g} deg{}",
             start.exact ? fmt::format("{:.0f}", start.count) : fmt::format("some {:.3g}", start.count),
             start.count * s.volume, s.bulk.density, s.bulk.friction_angle * 180 / std::numbers::pi,
             s.bulk.cohesion > 0 ? fmt::format(", cohesion {:.3g} Pa", s.bulk.cohesion) : "")}};
    constexpr double little = 0.01;
    if (const double lost = shareLostToLayers(s); lost > little)
        lines.push_back({"", fmt::format("{:.2g}% less than the volume of its boxes: their sides are not "
                                         "multiples of half a cell, {:g} m; make them so, or cell smaller",
                                         100 * lost, s.spacing)});
    if (s.sand.solver == Solver::Mpm)
        lines.push_back(
            {"",
             fmt::format("stiffness {:.3g} Pa ({}); sound at {:.3g} m/s", s.stiffness,
                         s.sand.stiffness
                             ? "stiffness in [sand]"
                             : fmt::format("the lowest that keeps compression below {:g}% at {:.3g} m/s, the "
                                           "expected maximum speed",
                                           100 * s.sand.compression, s.fastest),
                         s.soundSpeed())});
    const Longest rest = longestStep(s, 0);
    lines.push_back({"sand step", fmt::format("{:.3g} s at rest, {:.3g} s at {:.3g} m/s ({})", rest.step,
                                              longestStep(s, s.fastest).step, s.fastest, rest.why)});
    return lines;
}

}  // namespace talus::sand

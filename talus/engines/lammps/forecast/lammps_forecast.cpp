#include "talus/engines/lammps/forecast/lammps_forecast.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/couple/granular/scene.h"
#include "talus/grains/check/work.h"

namespace talus::engines {
namespace {

/// Grain-steps per second of one rank. bench/cluster_speed.py measured 3.4e6 at 1,000,000 grains and 4.9e6 at
/// 40,000, by processor time; two ranks of a quiet machine reached 4.1e6 and 6.1e6
/// (bench/results/grains-2026-11.md, One pass over the blocks).
constexpr double grain_steps_per_second = 4e6;

/// Memory of a rank without grains, and of a grain with its neighbours and springs (bench/cluster_speed.py:
/// 79 MB at 40,000 grains, 259 MB at 200,000, 1189 MB at 1,000,000, each on one rank).
constexpr double rank_alone = 30e6, bytes_per_grain = 1200;

/// Size of a grain in a dump and in a restart file (the same script).
constexpr double dump_bytes = 350, restart_bytes = 330;

}  // namespace

LammpsForecast lammpsForecast(const scene::Scene& scene, const scene::Estimate& estimate, int ranks) {
    double grains = 0;
    for (const method::Needs& one : estimate.methods)
        if (one.what == "grains") grains = one.count;
    const double steps = grains::grainSteps(scene, static_cast<double>(estimate.steps));
    return {.seconds = steps / grain_steps_per_second / ranks,
            .rank_bytes = rank_alone + bytes_per_grain * grains / ranks,
            // Talus holds its own state, the text of a dump, its eighteen numbers, and a restart file.
            .own_bytes = estimate.memory_bytes + (dump_bytes + 18 * sizeof(double) + restart_bytes) * grains,
            .disk_bytes = estimate.disk_bytes + (dump_bytes + restart_bytes) * grains};
}

std::vector<std::string> lammpsLeavesOut(const scene::Simulation& simulation, const std::string& program) {
    const scene::Scene& scene = simulation.scene();
    std::vector<std::string> lines;
    std::vector<std::string> probes;
    for (const method::Probe& probe : scene.probes) probes.push_back("'" + probe.name + "'");
    if (!probes.empty())
        lines.push_back(fmt::format("probe{} {}: not measured, no file is written",
                                    probes.size() > 1 ? "s" : "", fmt::join(probes, ", ")));
    if (grains::in(scene).params.precision == grains::Precision::Mixed)
        lines.push_back(fmt::format("mixed precision: {} computes everything in double precision", program));
    lines.emplace_back(program == "LAMMPS" ? "the energy of springs: known only in frames with a checkpoint"
                                           : "the energy of springs: not known");
    if (!scene.environment.walls.empty())
        lines.emplace_back(
            "loads on walls: the mean of twenty samples over about a frame, not of all its steps");
    if (!scene.environment.sinks.empty())
        lines.emplace_back("sinks: grains are removed at each frame, not at each step");
    return lines;
}

}  // namespace talus::engines

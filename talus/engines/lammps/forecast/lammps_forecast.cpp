#include "talus/engines/lammps/forecast/lammps_forecast.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/couple/granular/scene.h"
#include "talus/couple/granular/work.h"

namespace talus::engines {
namespace {

/// Grains advanced by one step in a second by one rank: 3.4e6 at 1,000,000 grains and 4.9e6 at 40,000 of
/// bench/cluster_speed.py, by processor time; 4.1e6 and 6.1e6 on two ranks of a quiet machine
/// (bench/results/grains-2026-11.md, One pass over the blocks).
constexpr double grain_steps_per_second = 4e6;

/// A rank with its libraries, and a grain with its neighbours and springs (bench/cluster_speed.py: 79 MB at
/// 40,000 grains, 259 at 200,000, 1189 at 1,000,000, each on one rank).
constexpr double rank_alone = 30e6, bytes_per_grain = 1200;

/// A grain as LAMMPS hands it over: 350 bytes of text in a dump, 330 in a restart file (the same script).
constexpr double dump_bytes = 350, restart_bytes = 330;

}  // namespace

LammpsForecast lammpsForecast(const scene::Scene& scene, const scene::Estimate& estimate, int ranks) {
    double grains = 0;
    for (const method::Needs& one : estimate.methods)
        if (one.what == "grains") grains = one.count;
    const double steps = couple::granular::grainSteps(scene, static_cast<double>(estimate.steps));
    return {.seconds = steps / grain_steps_per_second / ranks,
            .rank_bytes = rank_alone + bytes_per_grain * grains / ranks,
            // The text of a dump, the eighteen numbers in it, and a restart file beside the own state.
            .own_bytes = estimate.memory_bytes + (dump_bytes + 18 * sizeof(double) + restart_bytes) * grains,
            .disk_bytes = estimate.disk_bytes + (dump_bytes + restart_bytes) * grains};
}

std::vector<std::string> lammpsLeavesOut(const scene::Simulation& simulation, const std::string& program) {
    const scene::Scene& scene = simulation.scene();
    std::vector<std::string> lines;
    std::vector<std::string> probes;
    for (const method::Probe& probe : scene.probes) probes.push_back("'" + probe.name + "'");
    if (!probes.empty())
        lines.push_back(fmt::format("probe{} {}: nothing is measured there, no file is written",
                                    probes.size() > 1 ? "s" : "", fmt::join(probes, ", ")));
    if (grains::in(scene).params.precision == grains::Precision::Mixed)
        lines.push_back(fmt::format("mixed precision: {} computes all in double precision", program));
    lines.emplace_back(program == "LAMMPS" ? "the energy of springs: known in frames with a checkpoint alone"
                                           : "the energy of springs: not known");
    if (!scene.environment.walls.empty())
        lines.emplace_back(
            "loads on walls: the mean of twenty moments of about a frame, not of all its steps");
    if (!scene.environment.sinks.empty())
        lines.emplace_back("sinks: they take grains at each frame, not as soon as one is in");
    return lines;
}

}  // namespace talus::engines

#include "talus/run/compare/divergence.h"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "talus/io/checkpoint/checkpoint.h"
#include "talus/io/vtk/vtk.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"
#include "talus/step/substeps.h"

namespace talus::run {
namespace {

/// Number of sub-steps of all methods in the next step of the clock.
std::uint64_t stepsAhead(const scene::Simulation& simulation) {
    constexpr std::uint64_t many = 1'000'000'000;  // limits the terms so that the sum does not overflow
    std::uint64_t steps = 0;
    for (const scene::Running& one : simulation.methods())
        steps +=
            std::min(many, step::substeps(simulation.clock().dt(),
                                          one.instance->longestStep(simulation.exec(), simulation.world())));
    return steps;
}

}  // namespace

step::StepReport tryOut(scene::Simulation& simulation, std::uint64_t clock_steps, std::uint64_t method_steps,
                        double seconds) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    step::StepReport report;
    for (std::uint64_t k = 0; k < clock_steps && report.ok(); ++k) {
        if (std::chrono::duration<double>(Clock::now() - start).count() > seconds) break;
        const std::uint64_t ahead = stepsAhead(simulation);
        if (ahead > method_steps) break;
        method_steps -= ahead;
        report = simulation.advance();
    }
    return report;
}

std::optional<step::Trouble> findEarlyDivergence(scene::Simulation& simulation, double seconds) {
    constexpr std::uint64_t few = 16, of_methods = 256;
    if (step::StepReport report = tryOut(simulation, few, of_methods, seconds); !report.ok())
        return std::move(report.trouble);
    return simulation.trouble();
}

Result<std::string> writeFailure(const std::filesystem::path& run, const scene::Simulation& simulation,
                                 const step::Trouble& trouble, std::uint64_t scene_hash) {
    const state::World& world = simulation.world();
    const step::Clock& clock = simulation.clock();
    const auto checkpoints = listCheckpoints(run);
    const std::string headline = fmt::format("diverged at {:.6g} s (frame {}, step {}): {}", world.time,
                                             clock.frame(world.step), world.step, trouble.what);
    const std::string last =
        !checkpoints || checkpoints->empty() ? "none was written yet" : checkpoints->back().path.filename();
    std::string report =
        fmt::format("{}\n\nWhat to do: {}\n\nLast good checkpoint: {}\n", headline, trouble.advice, last);
    if (!trouble.ids.empty()) report += "\nAffected (the first few): id, position [m]\n";
    for (std::size_t i = 0; i < trouble.ids.size(); ++i) {
        report += fmt::format("{:10}", trouble.ids[i]);
        if (i < trouble.positions.size())
            report += fmt::format("  {:.9g} {:.9g} {:.9g}", trouble.positions[i].x, trouble.positions[i].y,
                                  trouble.positions[i].z);
        report += "\n";
    }
    report += "\nstate.h5 holds the state at that time, the .vtp and .vti files hold it for ParaView.\n";

    const ConfinedPath folder = layout::failure(run);
    if (Status status = io::createFolder(folder); !status) return status.error();
    if (Status status = io::writeFile(folder / "report.txt", report, true); !status) return status.error();
    const auto frame = frameOf(simulation, simulation.scene().output.fields);
    if (!frame) return frame.error();
    for (const auto& [name, set] : frame->sets) {
        const ConfinedPath file = folder / (name + std::string(io::suffixOf(set.view)));
        if (Status status = io::writeSet(file, set.view); !status) return status.error();
    }
    io::CheckpointInfo info;
    info.scene_hash = scene_hash;
    info.clock = clock;
    if (Status status = io::writeCheckpoint(folder / "state.h5", world, info); !status) return status.error();
    return fmt::format("{}\n  {}\n  see '{}'; the last good checkpoint is kept: {}", headline, trouble.advice,
                       (folder / "report.txt").string(), last);
}

}  // namespace talus::run

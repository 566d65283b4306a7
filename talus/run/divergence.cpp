#include "talus/run/divergence.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/io/checkpoint.h"
#include "talus/io/vtk.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"

namespace talus::run {
namespace {

namespace fields = grains::fields;
constexpr std::size_t most_named = 8;

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Grains for which `bad` holds, the first few.
template <class Bad>
void nameGrains(const state::Table& table, step::Trouble& trouble, Bad bad) {
    const auto position = table.read(fields::position);
    const auto id = table.read(fields::id);
    for (std::size_t i = 0; i < table.size() && trouble.ids.size() < most_named; ++i)
        if (bad(i)) {
            trouble.ids.push_back(id[i]);
            trouble.positions.push_back(position[i]);
        }
}

std::string advice(const scene::Simulation& simulation) {
    const scene::Estimate estimate = scene::estimate(simulation.scene());
    const double dt = simulation.clock().dt();
    std::string text =
        fmt::format("the step is {:.3g} s, and the shortest contact lasts {:.3g} s ({:.1f} steps); ", dt,
                    estimate.contact_time, estimate.contact_time / dt);
    if (dt > estimate.contact_time / 10)
        return text + fmt::format("set time.dt to {:.2g} s or less (a tenth of the contact time)",
                                  estimate.contact_time / 10);
    return text +
           "halve time.dt; if that does not help, raise contact.stiffness (grains that hit fast go too deep) "
           "or look for grains that start inside each other or in a wall";
}

}  // namespace

std::optional<step::Trouble> findDivergence(const scene::Simulation& simulation, const grains::Measures& m) {
    const state::Table& table = simulation.world().table(grains::grains_table);
    if (table.size() == 0) return std::nullopt;
    const auto velocity = table.read(fields::velocity);
    const auto position = table.read(fields::position);
    const double energy = m.kinetic + m.rotational + m.potential + m.elastic;
    if (!std::isfinite(energy) || !std::isfinite(m.fastest)) {
        step::Trouble trouble{"the energy of the grains is not a number", advice(simulation), {}, {}};
        nameGrains(table, trouble,
                   [&](std::size_t i) { return !finite(position[i]) || !finite(velocity[i]); });
        return trouble;
    }
    const auto radius = table.read(fields::radius);
    double smallest = radius[0];
    for (const double r : radius) smallest = std::min(smallest, r);
    const double limit = 0.5 * smallest / simulation.clock().dt();
    if (m.fastest <= limit) return std::nullopt;
    step::Trouble trouble{
        fmt::format("a grain moves at {:.3g} m/s, more than half the smallest radius in one step "
                    "({:.3g} m/s)",
                    m.fastest, limit),
        advice(simulation),
        {},
        {}};
    nameGrains(table, trouble, [&](std::size_t i) { return length(velocity[i]) > limit; });
    return trouble;
}

std::optional<step::Trouble> findEarlyDivergence(scene::Simulation& simulation) {
    constexpr std::uint64_t few = 16;
    if (step::StepReport report = simulation.advance(few); !report.ok()) return std::move(report.trouble);
    return findDivergence(simulation, simulation.measure());
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
    std::string report = fmt::format("{}\n\nWhat to do: {}\n\nLast good checkpoint: {}\n", headline,
                                     trouble.advice.empty() ? advice(simulation) : trouble.advice, last);
    if (!trouble.ids.empty()) report += "\nGrains concerned (the first few): id, position [m]\n";
    for (std::size_t i = 0; i < trouble.ids.size(); ++i) {
        report += fmt::format("{:10}", trouble.ids[i]);
        if (i < trouble.positions.size())
            report += fmt::format("  {:.9g} {:.9g} {:.9g}", trouble.positions[i].x, trouble.positions[i].y,
                                  trouble.positions[i].z);
        report += "\n";
    }
    report +=
        "\nstate.h5 holds the state as it was then, grains.vtp (and ground.vti) the same for ParaView.\n";

    const ConfinedPath folder = layout::failure(run);
    if (Status status = io::createFolder(folder); !status) return status.error();
    if (Status status = io::writeFile(folder / "report.txt", report, true); !status) return status.error();
    const auto frame = frameOf(simulation, simulation.scene().output.fields);
    if (!frame) return frame.error();
    if (Status status = io::writeVtp(folder / "grains.vtp", frame->grains); !status) return status.error();
    if (frame->ground)
        if (Status status = io::writeVti(folder / "ground.vti", frame->ground->view()); !status)
            return status.error();
    io::CheckpointInfo info;
    info.scene_hash = scene_hash;
    info.clock = clock;
    if (Status status = io::writeCheckpoint(folder / "state.h5", world, info); !status) return status.error();
    return fmt::format("{}\n  {}\n  see '{}'; the last good checkpoint is kept: {}", headline,
                       trouble.advice.empty() ? advice(simulation) : trouble.advice,
                       (folder / "report.txt").string(), last);
}

}  // namespace talus::run

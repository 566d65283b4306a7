#pragma once
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "talus/engines/lammps/engine_lammps.h"
#include "talus/exec/exec.h"
#include "talus/run/runner.h"

namespace talus::cli {

/// What run and resume have in common on the command line.
struct SessionArguments {
    std::string folder;
    std::optional<std::uint64_t> frames;
    std::string until;
    int threads = 0;
    std::string device = "cpu";
    std::string progress = "auto";
    bool images = false;
    bool video = false;

    void addTo(CLI::App& command);
    Result<exec::Exec> exec() const;
    /// The last frame that was asked for; `otherwise` where nothing was.
    Result<std::uint64_t> lastFrame(const step::Clock& clock, std::uint64_t otherwise) const;
};

/// The manifest's entry for this call.
io::Session describeSession(const scene::Simulation& simulation,
                            const std::optional<engines::Lammps>& lammps);

/// Runs to the end, shows progress and says how it ended. Returns the exit code.
/// @param from where a resume begins; nothing for a new run
struct Resume {
    std::optional<std::uint64_t> frame;
    bool repair = true;  ///< compute again frames that are damaged or gone
};
/// @param lammps computes the steps, where it is given; a run by it has no resume
int runSession(scene::Simulation& simulation, run::RunFolder& folder, const SessionArguments& arguments,
               std::uint64_t last_frame, const std::optional<Resume>& from,
               const std::optional<engines::Lammps>& lammps = std::nullopt);

}  // namespace talus::cli

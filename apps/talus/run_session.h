#pragma once
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "talus/engines/lammps/lammps_program.h"
#include "talus/exec/exec.h"
#include "talus/run/runner.h"

namespace talus::cli {

/// The options that run and resume have in common.
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
    /// The last frame by --frames or --until; `otherwise` where neither was given.
    Result<std::uint64_t> lastFrame(const step::Clock& clock, std::uint64_t otherwise) const;
};

/// Where a resume begins.
struct Resume {
    std::optional<std::uint64_t> frame;  ///< of a checkpoint; empty: the latest
    bool repair = true;                  ///< compute frames again that are damaged or missing
};
/// Runs to the end, shows progress and prints a summary. Returns the exit code.
/// @param from empty for a new run
/// @param lammps the program that computes the steps; empty: Talus
int runSession(scene::Simulation simulation, run::RunFolder& folder, const SessionArguments& arguments,
               std::uint64_t last_frame, const std::optional<Resume>& from,
               const std::optional<engines::Lammps>& lammps = std::nullopt);

}  // namespace talus::cli

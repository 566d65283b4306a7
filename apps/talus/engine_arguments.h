#pragma once
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "talus/engines/lammps/lammps_model.h"
#include "talus/engines/lammps/lammps_program.h"

namespace talus::cli {

/// The options of run, resume and check that choose the program that computes the steps.
struct EngineArguments {
    std::string engine = "talus";
    std::optional<int> ranks;
    std::string launcher, hosts;
    bool allow_missing = false;

    void addTo(CLI::App& command);
    /// Error (Input): an option does not fit the chosen engine.
    Status check(const std::string& device) const;
    int ranksOrTwo() const { return ranks.value_or(2); }
    /// The scene in the terms of LAMMPS or LIGGGHTS. Error (Input): that program cannot do this scene.
    /// @param frames number of frames of the run
    Result<engines::LammpsModel> modelFor(const scene::Simulation& simulation, std::uint64_t frames) const;
    /// The LAMMPS or LIGGGHTS to run with; empty where the engine is talus. Errors: as of modelFor(), and
    /// where the program is not found.
    Result<std::optional<engines::Lammps>> lammpsFor(const scene::Simulation& simulation,
                                                     std::uint64_t frames) const;
};

}  // namespace talus::cli

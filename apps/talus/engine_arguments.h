#pragma once
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "talus/engines/lammps/engine_lammps.h"
#include "talus/engines/lammps/lammps_model.h"

namespace talus::cli {

/// Who computes the steps, as run, resume and check are told.
struct EngineArguments {
    std::string engine = "talus";
    std::optional<int> ranks;
    std::string launcher, hosts;
    bool allow_missing = false;

    void addTo(CLI::App& command);
    /// Error (Input): options of another program without it, or those of others with it.
    Status check(const std::string& device) const;
    int ranksOrTwo() const { return ranks.value_or(2); }
    /// What LAMMPS or LIGGGHTS is told. Error (Input): it cannot do what the scene wants. @param frames of
    /// the run
    Result<engines::LammpsModel> modelFor(const scene::Simulation& simulation, std::uint64_t frames) const;
    /// The LAMMPS or LIGGGHTS to run with, where it is asked for and can do what the scene wants.
    Result<std::optional<engines::Lammps>> lammpsFor(const scene::Simulation& simulation,
                                                     std::uint64_t frames) const;
};

}  // namespace talus::cli

#include "engine_arguments.h"

#include <fmt/format.h>

#include "talus/engines/liggghts/liggghts_model.h"

namespace talus::cli {

void EngineArguments::addTo(CLI::App& command) {
    command
        .add_option("--engine", engine,
                    "Who computes the steps: talus; lammps (a program of its own, for many machines); or "
                    "liggghts (likewise, with walls of triangles)")
        ->check(CLI::IsMember({"talus", "lammps", "liggghts"}));
    command.add_option("--ranks", ranks, "With --engine lammps, liggghts: MPI processes (default: 2)")
        ->check(CLI::Range(1, 1000000));
    auto* launcher_option = command.add_option("--launcher", launcher,
                                               "With --engine lammps, liggghts: what starts MPI programs "
                                               "here, as in --launcher \"srun\" (default: mpirun); "
                                               "\" -n RANKS\" is put behind it");
    command
        .add_option("--hosts", hosts,
                    "With --engine lammps, liggghts: a file that names a machine a line, for mpirun")
        ->excludes(launcher_option);
    command.add_flag("--allow-missing", allow_missing,
                     "With --engine lammps, liggghts: leave out what that program cannot do, and list it");
}

Status EngineArguments::check(const std::string& device) const {
    if (engine == "talus") {
        const char* option = ranks               ? "--ranks"
                             : !launcher.empty() ? "--launcher"
                             : !hosts.empty()    ? "--hosts"
                             : allow_missing     ? "--allow-missing"
                                                 : nullptr;
        if (option != nullptr)
            return Error{ErrorKind::Input,
                         fmt::format("{} is for --engine lammps or liggghts; leave it out{}", option,
                                     ranks ? " (--threads N is for the steps of talus)" : "")};
    } else if (device != "cpu") {
        return Error{ErrorKind::Input,
                     fmt::format("--engine {} runs on processors; leave --device out", engine)};
    }
    return success();
}

Result<engines::LammpsModel> EngineArguments::modelFor(const scene::Simulation& simulation,
                                                       std::uint64_t frames) const {
    const engines::LammpsModel model = engine == "liggghts"
                                           ? engines::liggghtsModel(simulation, frames).grains
                                           : engines::lammpsModel(simulation);
    if (Status status = engines::checkLammpsModel(model, allow_missing, true); !status) return status.error();
    return model;
}

Result<std::optional<engines::Lammps>> EngineArguments::lammpsFor(const scene::Simulation& simulation,
                                                                  std::uint64_t frames) const {
    if (engine == "talus") return std::optional<engines::Lammps>();
    const engines::Launcher how{.words = launcher, .hosts = hosts};
    auto lammps = engine == "liggghts" ? engines::findLiggghts(ranksOrTwo(), how)
                                       : engines::findLammps(ranksOrTwo(), how);
    if (!lammps) return lammps.error();
    if (const auto model = modelFor(simulation, frames); !model) return model.error();
    return std::optional<engines::Lammps>(std::move(*lammps));
}

}  // namespace talus::cli

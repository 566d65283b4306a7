#include "engine_arguments.h"

#include <fmt/format.h>

#include "talus/run/lammps/lammps_model.h"

namespace talus::cli {

void EngineArguments::addTo(CLI::App& command) {
    command
        .add_option("--engine", engine,
                    "Who computes the steps: talus, or lammps (a program of its own, for many machines)")
        ->check(CLI::IsMember({"talus", "lammps"}));
    command.add_option("--ranks", ranks, "With --engine lammps: MPI processes (default: 2)")
        ->check(CLI::Range(1, 1000000));
    auto* launcher_option = command.add_option(
        "--launcher", launcher,
        "With --engine lammps: what starts MPI programs here, as in --launcher \"srun\" (default: mpirun); "
        "\" -n RANKS\" is put behind it");
    command
        .add_option("--hosts", hosts, "With --engine lammps: a file that names a machine a line, for mpirun")
        ->excludes(launcher_option);
    command.add_flag("--allow-missing", allow_missing,
                     "With --engine lammps: leave out what LAMMPS cannot do, and list it");
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
                         fmt::format("{} is for --engine lammps; leave it out{}", option,
                                     ranks ? " (--threads N is for the steps of talus)" : "")};
    } else if (device != "cpu") {
        return Error{ErrorKind::Input,
                     fmt::format("--engine {} runs on processors; leave --device out", engine)};
    }
    return success();
}

Result<std::optional<run::Lammps>> EngineArguments::lammpsFor(const scene::Simulation& simulation) const {
    if (engine == "talus") return std::optional<run::Lammps>();
    auto lammps = run::findLammps(ranksOrTwo(), {.words = launcher, .hosts = hosts});
    if (!lammps) return lammps.error();
    if (Status status = run::lammpsCan(run::lammpsModel(simulation), allow_missing, true); !status)
        return status.error();
    return std::optional<run::Lammps>(std::move(*lammps));
}

}  // namespace talus::cli

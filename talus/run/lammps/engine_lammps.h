#pragma once
#include "talus/io/video/child_process.h"
#include "talus/run/runner.h"

namespace talus::run {

using io::ChildProcess;
using io::findProgram;

/// The LAMMPS of this machine.
struct Lammps {
    io::Path program;
    std::optional<io::Path> mpirun;  ///< where more than one rank is asked for
    bool open_mpi = false;           ///< mpirun is Open MPI's, which has options of its own
    std::string version;             ///< "29 Sep 2021 - Update 2"
    int ranks = 1;
};

/// Looks for `lmp`, and for `mpirun` where there is more than one rank. Error (Runtime) that names the
/// packages to install, or what that LAMMPS lacks.
Result<Lammps> findLammps(int ranks);

/// The command that runs an input script, its log in log.lammps beside it.
std::vector<std::string> lammpsWords(const Lammps& lammps, const std::string& script);

/// Runs a simulation from its present state to options.frames by LAMMPS, and makes an ordinary run folder of
/// what it dumps: frames, statistics, pictures. Its input and log stay in lammps/. There are no checkpoints,
/// since contact histories do not come back.
/// @pre lammpsCan(lammpsModel(simulation)), or what is missing is left out on purpose
/// Errors: Input; Storage, also where LAMMPS' own files were cut off; Diverged, with failure/ written;
/// Interrupted, with LAMMPS stopped; Runtime when LAMMPS fails, with its last lines and the place of its log.
Result<Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, RunFolder& folder,
                            const Options& options, Log& log, const Observer& observer);

}  // namespace talus::run

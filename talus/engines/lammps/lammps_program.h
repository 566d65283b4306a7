#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/io/video/child_process.h"

namespace talus::engines {

using io::ChildProcess;
using io::findProgram;

/// The LAMMPS of this machine, or the LIGGGHTS, and how to start it.
struct Lammps {
    /// What is complete after each line of thermo output, whatever the screen is. LIGGGHTS keeps what it
    /// shows in its buffer as long as that is no terminal, and flushes its log alone.
    enum class Flushes { Screen, Log };

    std::string name = "LAMMPS";
    io::Path program;
    std::vector<std::string> launcher;  ///< words in front of it; empty for one rank without MPI's starter
    std::string version;                ///< "29 Sep 2021 - Update 2"
    int ranks = 1;
    Flushes flushes = Flushes::Screen;
    double stop_limit = 10;  ///< how long it may take to end after an interrupt; then it is killed [s]
};

/// How ranks are to be started where `mpirun -np RANKS` will not do.
struct Launcher {
    std::string words;  ///< "srun", "mpirun -x PATH"; " -n RANKS" is put behind; empty: mpirun
    io::Path hosts;     ///< a file of machines for mpirun; empty: this one
};

/// Looks for `lmp`, and for what starts its ranks where there is more than one. Error (Runtime) that names
/// the packages to install, or what that LAMMPS lacks; (Input) where the launcher is no program.
Result<Lammps> findLammps(int ranks, const Launcher& launcher = {});

/// The same for LIGGGHTS, which walls of triangles need. Error (Runtime) that names the package to install.
Result<Lammps> findLiggghts(int ranks, const Launcher& launcher = {});

/// The command that runs an input script, its log in log.lammps beside it; or, where the log alone is
/// flushed, in place of what it shows.
/// @param script empty: LAMMPS reads commands from what it is told
std::vector<std::string> lammpsWords(const Lammps& lammps, const std::string& script);

}  // namespace talus::engines

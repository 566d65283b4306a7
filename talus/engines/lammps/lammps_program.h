#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/io/video/child_process.h"

namespace talus::engines {

using io::ChildProcess;
using io::findProgram;

/// LAMMPS or LIGGGHTS as installed on this machine, and how to start it.
struct Lammps {
    /// Which output the program flushes after each line of thermo output. LIGGGHTS flushes only its log when
    /// its standard output is not a terminal.
    enum class Flushes { Screen, Log };

    std::string name = "LAMMPS";
    io::Path program;
    std::vector<std::string> launcher;  ///< mpirun with its options; empty for one rank without mpirun
    std::string version;                ///< "29 Sep 2021 - Update 2"
    int ranks = 1;
    Flushes flushes = Flushes::Screen;
    double stop_limit = 10;  ///< how long it may run after a request to stop before it is killed [s]
};

/// How to start the MPI ranks, where that is not just `mpirun -np RANKS`.
struct Launcher {
    std::string command;  ///< "srun", "mpirun -x PATH"; " -n RANKS" is appended; empty: mpirun
    io::Path hosts;       ///< a file of machines for mpirun; empty: this machine
};

/// Looks for `lmp`, and for mpirun or the launcher where there is more than one rank. Errors: Runtime, which
/// names the packages to install or what this LAMMPS lacks; Input, where the launcher is not a program.
Result<Lammps> findLammps(int ranks, const Launcher& launcher = {});

/// Looks for LIGGGHTS, which can do walls of triangles. Errors as of findLammps().
Result<Lammps> findLiggghts(int ranks, const Launcher& launcher = {});

/// The command line that runs an input script. The log goes to log.lammps in the working folder; for a
/// program that flushes only its log, the log goes to standard output instead.
/// @param script empty: LAMMPS reads its commands from standard input
std::vector<std::string> lammpsCommand(const Lammps& lammps, const std::string& script);

}  // namespace talus::engines

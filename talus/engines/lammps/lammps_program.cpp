#include "talus/engines/lammps/lammps_program.h"

#include <chrono>
#include <sstream>

#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::engines {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// How long a program may take to print its version [s]. On a busy machine MPI needs more than half a minute
/// to start.
constexpr double version_timeout = 120;

/// The output of a command that ends without an error.
Result<std::string> outputOf(const std::vector<std::string>& words) {
    auto child = ChildProcess::start(words, "/", {"OMP_NUM_THREADS=1"});
    if (!child) return child.error();
    std::string text;
    const double begin = now();
    while (child->open() && now() - begin < version_timeout && text.size() < 1000000)
        for (const std::string& line : child->lines(100)) text += line + "\n";
    const std::string outcome = child->open() ? "no answer in time" : child->outcome();
    if (outcome.empty()) return text;
    return Error{ErrorKind::Runtime,
                 fmt::format("'{}' was run to learn its version and ended with {}; run it by hand to see why",
                             fmt::join(words, " "), outcome)};
}

Error missing(const char* program, const char* alternative) {
    return Error{ErrorKind::Runtime, fmt::format("there is no '{}' on the PATH; install LAMMPS and MPI "
                                                 "(Debian: apt-get install lammps openmpi-bin){}",
                                                 program, alternative)};
}

/// The command line of mpirun. Open MPI's mpirun has options that others lack, so it is recognised by its
/// version text.
Result<std::vector<std::string>> mpirunCommand(int ranks, const io::Path& hosts) {
    const auto program = findProgram("mpirun");
    if (!program) return missing("mpirun", ", or use --ranks 1, which needs no MPI");
    const auto mpi = outputOf({program->string(), "--version"});
    if (!mpi) return mpi.error();
    const bool open_mpi =
        mpi->find("Open MPI") != std::string::npos || mpi->find("OpenRTE") != std::string::npos;
    std::vector<std::string> words{program->string(), "-np", fmt::format("{}", ranks)};
    if (!hosts.empty()) {
        std::error_code trouble;
        const io::Path file = std::filesystem::absolute(hosts, trouble);
        if (trouble || !std::filesystem::is_regular_file(file, trouble))
            return Error{ErrorKind::Input,
                         fmt::format("--hosts {}: there is no such file; give a file with one machine per "
                                     "line, as mpirun --hostfile reads it",
                                     hosts.string())};
        words.insert(words.end(), {open_mpi ? "--hostfile" : "-f", file.string()});
    } else if (open_mpi) {
        words.emplace_back("--oversubscribe");
    }
    if (open_mpi && ::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    return words;
}

/// The command line of a launcher. Its program is looked up on the PATH, so no shell is needed.
Result<std::vector<std::string>> launcherCommand(const std::string& text, int ranks) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty())
        return Error{ErrorKind::Input,
                     "--launcher is empty; give the command that starts MPI programs, as in --launcher srun"};
    const auto program =
        words.front().find('/') == std::string::npos ? findProgram(words.front()) : io::Path(words.front());
    if (!program || ::access(program->c_str(), X_OK) != 0)
        return Error{ErrorKind::Input,
                     fmt::format("--launcher {}: there is no program '{}' on the PATH; give the command that "
                                 "starts MPI programs on your cluster, as in --launcher srun",
                                 text, words.front())};
    words.front() = program->string();
    words.insert(words.end(), {"-n", fmt::format("{}", ranks)});
    return words;
}

/// The part of the command line before the program; empty for one rank on this machine.
Result<std::vector<std::string>> starterCommand(int ranks, const Launcher& launcher) {
    if (!launcher.command.empty()) return launcherCommand(launcher.command, ranks);
    if (ranks > 1 || !launcher.hosts.empty()) return mpirunCommand(ranks, launcher.hosts);
    return std::vector<std::string>();
}

}  // namespace

Result<Lammps> findLammps(int ranks, const Launcher& launcher) {
    Lammps found;
    found.ranks = ranks;
    const auto program = findProgram("lmp");
    if (!program) return missing("lmp", "");
    found.program = *program;
    auto starter = starterCommand(ranks, launcher);
    if (!starter) return starter.error();
    found.launcher = std::move(*starter);
    const auto help = outputOf({found.program.string(), "-h"});
    if (!help) return help.error();
    const std::string_view title = "Massively Parallel Simulator - ";
    const std::size_t begin = help->find(title);
    if (begin == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' is not LAMMPS by its -h output; put LAMMPS' lmp first on the PATH",
                                 found.program.string())};
    found.version = help->substr(begin + title.size(), help->find('\n', begin) - begin - title.size());
    if (help->find("wall/gran/region") == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' was built without the package GRANULAR; install a LAMMPS that has it "
                                 "(Debian: apt-get install lammps)",
                                 found.program.string())};
    return found;
}

Result<Lammps> findLiggghts(int ranks, const Launcher& launcher) {
    Lammps found;
    found.name = "LIGGGHTS";
    found.flushes = Lammps::Flushes::Log;
    found.ranks = ranks;
    const auto program = findProgram("liggghts");
    if (!program)
        return Error{ErrorKind::Runtime,
                     "there is no 'liggghts' on the PATH; install LIGGGHTS and MPI (Debian: "
                     "apt-get install liggghts openmpi-bin)"};
    found.program = *program;
    auto starter = starterCommand(ranks, launcher);
    if (!starter) return starter.error();
    found.launcher = std::move(*starter);
    // It prints its version before it reads its input, which is empty here.
    const auto title = outputOf({found.program.string(), "-log", "none"});
    if (!title) return title.error();
    const std::string_view word = "Version LIGGGHTS-PUBLIC ";
    const std::size_t begin = title->find(word);
    if (begin == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' is not LIGGGHTS by its output; put LIGGGHTS first on the PATH",
                                 found.program.string())};
    found.version = title->substr(begin + word.size(), title->find(',', begin) - begin - word.size());
    return found;
}

std::vector<std::string> lammpsCommand(const Lammps& lammps, const std::string& script) {
    std::vector<std::string> words = lammps.launcher;
    words.push_back(lammps.program.string());
    if (!script.empty()) words.insert(words.end(), {"-in", script});
    if (lammps.flushes == Lammps::Flushes::Screen)
        words.insert(words.end(), {"-log", "log.lammps"});
    else
        words.insert(words.end(), {"-screen", "/dev/null", "-log", "/dev/stdout"});
    return words;
}

}  // namespace talus::engines

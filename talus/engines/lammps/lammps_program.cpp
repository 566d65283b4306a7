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

/// On a busy machine MPI takes more than half a minute to start [s].
constexpr double patience = 120;

/// What a program says and ends well.
Result<std::string> said(const std::vector<std::string>& words) {
    auto child = ChildProcess::start(words, "/", {"OMP_NUM_THREADS=1"});
    if (!child) return child.error();
    std::string text;
    const double begin = now();
    while (child->open() && now() - begin < patience && text.size() < 1000000)
        for (const std::string& line : child->lines(100)) text += line + "\n";
    const std::string how = child->open() ? "no end in sight" : child->outcome();
    if (how.empty()) return text;
    return Error{ErrorKind::Runtime,
                 fmt::format("'{}' was asked what it is, and ended with {}; run it by hand to see why",
                             fmt::join(words, " "), how)};
}

Error missing(const char* what, const char* instead) {
    return Error{ErrorKind::Runtime, fmt::format("there is no '{}' on the PATH; install LAMMPS and MPI "
                                                 "(Debian: apt-get install lammps openmpi-bin){}",
                                                 what, instead)};
}

/// The words of mpirun. It is told apart from others since Open MPI's has options of its own.
Result<std::vector<std::string>> mpirunWords(int ranks, const io::Path& hosts) {
    const auto program = findProgram("mpirun");
    if (!program) return missing("mpirun", ", or use --ranks 1, which needs none");
    const auto mpi = said({program->string(), "--version"});
    if (!mpi) return mpi.error();
    const bool open_mpi =
        mpi->find("Open MPI") != std::string::npos || mpi->find("OpenRTE") != std::string::npos;
    std::vector<std::string> words{program->string(), "-np", fmt::format("{}", ranks)};
    if (!hosts.empty()) {
        std::error_code trouble;
        const io::Path file = std::filesystem::absolute(hosts, trouble);
        if (trouble || !std::filesystem::is_regular_file(file, trouble))
            return Error{ErrorKind::Input,
                         fmt::format("--hosts {}: there is no such file; it names a machine a "
                                     "line, as mpirun --hostfile reads it",
                                     hosts.string())};
        words.insert(words.end(), {open_mpi ? "--hostfile" : "-f", file.string()});
    } else if (open_mpi) {
        words.emplace_back("--oversubscribe");
    }
    if (open_mpi && ::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    return words;
}

/// A launcher's own words, its program looked up, so that nothing is left to a shell.
Result<std::vector<std::string>> launcherWords(const std::string& text, int ranks) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    if (words.empty())
        return Error{ErrorKind::Input,
                     "--launcher is empty; give what starts MPI programs, as in --launcher srun"};
    const auto program =
        words.front().find('/') == std::string::npos ? findProgram(words.front()) : io::Path(words.front());
    if (!program || ::access(program->c_str(), X_OK) != 0)
        return Error{ErrorKind::Input,
                     fmt::format("--launcher {}: there is no program '{}' on the PATH; give what "
                                 "starts MPI programs on your cluster, as in --launcher srun",
                                 text, words.front())};
    words.front() = program->string();
    words.insert(words.end(), {"-n", fmt::format("{}", ranks)});
    return words;
}

/// What stands in front of the program: nothing for one rank of this machine.
Result<std::vector<std::string>> starterWords(int ranks, const Launcher& launcher) {
    if (!launcher.words.empty()) return launcherWords(launcher.words, ranks);
    if (ranks > 1 || !launcher.hosts.empty()) return mpirunWords(ranks, launcher.hosts);
    return std::vector<std::string>();
}

}  // namespace

Result<Lammps> findLammps(int ranks, const Launcher& launcher) {
    Lammps found;
    found.ranks = ranks;
    const auto program = findProgram("lmp");
    if (!program) return missing("lmp", "");
    found.program = *program;
    auto starter = starterWords(ranks, launcher);
    if (!starter) return starter.error();
    found.launcher = std::move(*starter);
    const auto help = said({found.program.string(), "-h"});
    if (!help) return help.error();
    const std::string_view title = "Massively Parallel Simulator - ";
    const std::size_t begin = help->find(title);
    if (begin == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' does not say that it is LAMMPS; put LAMMPS' lmp first on the PATH",
                                 found.program.string())};
    found.version = help->substr(begin + title.size(), help->find('\n', begin) - begin - title.size());
    if (help->find("wall/gran/region") == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' was built without the package GRANULAR; use another "
                                 "one (Debian's has it: apt-get install lammps)",
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
    auto starter = starterWords(ranks, launcher);
    if (!starter) return starter.error();
    found.launcher = std::move(*starter);
    // It says what it is before it reads its input, which is empty here.
    const auto title = said({found.program.string(), "-log", "none"});
    if (!title) return title.error();
    const std::string_view word = "Version LIGGGHTS-PUBLIC ";
    const std::size_t begin = title->find(word);
    if (begin == std::string::npos)
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' does not say that it is LIGGGHTS; put that first on the PATH",
                                 found.program.string())};
    found.version = title->substr(begin + word.size(), title->find(',', begin) - begin - word.size());
    return found;
}

std::vector<std::string> lammpsWords(const Lammps& lammps, const std::string& script) {
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

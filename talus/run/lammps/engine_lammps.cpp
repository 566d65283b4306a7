#include "talus/run/lammps/engine_lammps.h"

#include <charconv>
#include <chrono>
#include <deque>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/frames.h"
#include "talus/run/host.h"
#include "talus/run/lammps/lammps_frames.h"
#include "talus/run/lammps/lammps_script.h"
#include "talus/run/stats.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// What is known of grains that LAMMPS moves: their sums, but for the energy of springs that a dump lacks.
std::vector<method::Columns> knownColumns(const scene::Simulation& simulation) {
    method::Columns sums;
    for (const scene::Running& running : simulation.methods())
        if (auto all = running.instance->columns(); sums.names.empty() && !all.empty())
            sums = std::move(all.front());
    const auto elastic = std::find(sums.names.begin(), sums.names.end(), "elastic [J]");
    if (elastic == sums.names.end()) return {std::move(sums)};
    const auto at = elastic - sums.names.begin();
    sums.names.erase(elastic);
    sums.values = [whole = std::move(sums.values), at](const exec::Exec& exec, const state::World& world,
                                                       std::vector<method::Cell>& values) {
        whole(exec, world, values);
        values.erase(values.begin() + at);
    };
    return {std::move(sums)};
}

/// The step of a line of thermo output ("  500   1000"); nothing for every other line.
std::optional<std::uint64_t> thermoStep(std::string_view line) {
    const auto word = [&] {
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string_view::npos) return std::string_view();
        line.remove_prefix(first);
        const std::string_view found = line.substr(0, line.find(' '));
        line.remove_prefix(found.size());
        return found;
    };
    const auto number = [](std::string_view text) -> std::optional<std::uint64_t> {
        std::uint64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
        return value;
    };
    const auto step = number(word()), atoms = number(word());
    return step && atoms && word().empty() ? step : std::nullopt;
}

/// One run: what is open while it lasts.
class LammpsSession {
  public:
    LammpsSession(scene::Simulation& simulation, const Lammps& lammps, const Path& folder,
                  const Options& options, Log& log, const Observer& observer, FrameWriter frames,
                  StatsWriter stats, LammpsFrames states)
        : simulation_(simulation),
          lammps_(lammps),
          folder_(folder),
          options_(options),
          log_(log),
          observer_(observer),
          frames_(std::move(frames)),
          stats_(std::move(stats)),
          states_(std::move(states)) {}

    Result<Summary> go() {
        const LammpsModel model = lammpsModel(simulation_);
        const LammpsJob job{.name = plainName(model.scene), .frames = options_.frames, .forces = false};
        if (Status status = writeLammpsInput(work(), simulation_, model, job); !status) return status.error();
        for (const std::string& line : model.missing) tell("left out: " + line);
        for (const std::string& line : model.notes) log_.info(line);
        if (Status status = endFrame(); !status) return status.error();
        if (options_.frames > 0) {
            auto child =
                ChildProcess::start(lammpsWords(lammps_, "in." + job.name), work(), {"OMP_NUM_THREADS=1"});
            if (!child) return child.error();
            if (Status status = follow(*child); !status) {
                child->stop();
                log_.error(status.error().message);
                return status.error();
            }
        }
        log_.info(fmt::format("finished: frame {}", done_));
        return Summary{done_,
                       simulation_.world().step,
                       simulation_.world().time,
                       simulation_.counts(),
                       stats_.wallSeconds(),
                       state::stateHash(simulation_.world())};
    }

  private:
    Path work() const { return layout::lammps(folder_).path(); }
    const step::Clock& clock() const { return simulation_.clock(); }

    void tell(const std::string& text) {
        log_.warning(text);
        if (observer_.note) observer_.note(text);
    }

    /// Reads what LAMMPS says until it ends, and takes over each frame as soon as it is complete.
    Status follow(ChildProcess& child) {
        first_time_ = now();
        while (child.open()) {
            if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
                child.stop();
                return interrupted();
            }
            for (std::string& line : child.lines(100)) {
                if (const auto step = thermoStep(line)) step_ = std::max(step_, *step);
                last_lines_.push_back(std::move(line));
                if (last_lines_.size() > 400) last_lines_.pop_front();
            }
            // A step's dump is complete before its line of output, and before that of any later step.
            while (done_ < options_.frames && (done_ + 1) * clock().steps_per_frame <= step_)
                if (Status status = takeFrame(done_ + 1); !status) return status;
            showProgress();
        }
        if (const std::string outcome = child.outcome(); !outcome.empty()) return failed(outcome);
        while (done_ < options_.frames)
            if (Status status = takeFrame(done_ + 1); !status) return status;
        return success();
    }

    Status takeFrame(std::uint64_t frame) {
        const Path path = work() / fmt::format("dump.{}.txt", frame * clock().steps_per_frame);
        const auto dump = readLammpsDump(path);
        if (!dump) {
            const std::string& why = dump.error().message;
            if (why.find("not a number") != std::string::npos)
                return diverged(
                    {"LAMMPS came to a value that is no number", "set a shorter time.dt", {}, {}});
            // LAMMPS does not look whether its files could be written.
            return Error{
                ErrorKind::Storage,
                fmt::format("{}; LAMMPS said that it was complete, so the disk is full or a limit on "
                            "files was hit: free some space and start again with --overwrite",
                            why)};
        }
        if (Status status = states_.take(*dump, simulation_); !status) {
            if (status.error().kind == ErrorKind::Diverged)
                return diverged({status.error().message, "", {}, {}});
            return status;
        }
        done_ = frame;
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        return endFrame();
    }

    /// What belongs to a completed frame.
    Status endFrame() {
        if (auto trouble = simulation_.trouble()) return diverged(*trouble);
        const auto shown = frameOf(simulation_, simulation_.scene().output.fields);
        if (!shown) return shown.error();
        if (Status status = frames_.write(done_, *shown); !status) return status;
        if (Status status = stats_.write(simulation_); !status) return status;
        if (options_.draw)
            if (Status status = options_.draw(done_, simulation_); !status) return status;
        if (observer_.frame) observer_.frame(progress(), {stats_.names(), stats_.results()});
        return success();
    }

    Progress progress() const {
        const auto total = static_cast<double>(options_.frames * clock().steps_per_frame);
        const std::uint64_t step = std::max(step_, simulation_.world().step);
        const double passed = now() - first_time_;
        const double rate = step > 0 && passed > 0 ? static_cast<double>(step) / passed : 0;
        return {clock().time(step),
                clock().dt(),
                done_,
                options_.frames,
                total > 0 ? static_cast<double>(step) / total : 1,
                step,
                simulation_.counts(),
                rate,
                rate > 0 ? (total - static_cast<double>(step)) / rate : -1,
                stats_.wallSeconds(),
                residentMemory()};
    }

    void showProgress() {
        if (now() - shown_ < 0.1) return;
        shown_ = now();
        if (observer_.progress) observer_.progress(progress());
    }

    Error interrupted() const {
        return {
            ErrorKind::Interrupted,
            fmt::format("stopped in frame {} of {}; LAMMPS was ended, and the frames up to {} are in '{}'; "
                        "a run by LAMMPS starts again from its beginning (--overwrite)",
                        done_ + 1, options_.frames, done_, folder_.string())};
    }

    Error diverged(const step::Trouble& trouble) const {
        const auto written = writeFailure(folder_, simulation_, trouble, options_.scene_hash);
        return {ErrorKind::Diverged, written ? *written
                                             : fmt::format("{}; {}; besides, {}", trouble.what,
                                                           trouble.advice, written.error().message)};
    }

    /// LAMMPS names its trouble in a line with "ERROR"; where there is none, its last lines have to do.
    Error failed(const std::string& outcome) const {
        std::string said;
        for (const std::string& line : last_lines_)
            if (line.find("ERROR") != std::string::npos || line.find("not enough slots") != std::string::npos)
                said += "\n  " + line;
        if (said.empty())
            for (std::size_t i = last_lines_.size() > 5 ? last_lines_.size() - 5 : 0; i < last_lines_.size();
                 ++i)
                said += "\n  " + last_lines_[i];
        const bool diverged = said.find("Non-numeric") != std::string::npos;
        const bool storage = outcome.find("signal 25") != std::string::npos ||
                             said.find("No space left") != std::string::npos ||
                             said.find("File size limit") != std::string::npos;
        return {storage    ? ErrorKind::Storage
                : diverged ? ErrorKind::Diverged
                           : ErrorKind::Runtime,
                fmt::format("LAMMPS ended with {}:{}\n  its log: {}{}", outcome, said,
                            (work() / "log.lammps").string(),
                            storage    ? "\n  free some space, or raise the limit on file sizes (ulimit -f)"
                            : diverged ? "\n  set a shorter time.dt"
                                       : "")};
    }

    scene::Simulation& simulation_;
    const Lammps& lammps_;
    const Path& folder_;
    const Options& options_;
    Log& log_;
    const Observer& observer_;
    FrameWriter frames_;
    StatsWriter stats_;
    LammpsFrames states_;
    std::uint64_t done_ = 0;  ///< last completed frame
    std::uint64_t step_ = 0;  ///< that LAMMPS has reached
    std::deque<std::string> last_lines_;
    double first_time_ = 0;
    double shown_ = 0;
};

}  // namespace

Result<Lammps> findLammps(int ranks) {
    const auto missing = [](const char* what, const char* package) {
        return Error{ErrorKind::Runtime, fmt::format("there is no '{}' on the PATH; install LAMMPS and MPI "
                                                     "(Debian: apt-get install lammps openmpi-bin){}",
                                                     what, package)};
    };
    Lammps found;
    found.ranks = ranks;
    const auto program = findProgram("lmp");
    if (!program) return missing("lmp", "");
    found.program = *program;
    if (ranks > 1) {
        found.mpirun = findProgram("mpirun");
        if (!found.mpirun) return missing("mpirun", ", or use --ranks 1, which needs none");
    }
    const auto said = [](const std::vector<std::string>& words) -> Result<std::string> {
        auto child = ChildProcess::start(words, "/", {"OMP_NUM_THREADS=1"});
        if (!child) return child.error();
        std::string text;
        const double begin = now();
        while (child->open() && now() - begin < 30 && text.size() < 1000000)
            for (const std::string& line : child->lines(100)) text += line + "\n";
        const std::string how = child->open() ? "no end in sight" : child->outcome();
        if (how.empty()) return text;
        return Error{ErrorKind::Runtime,
                     fmt::format("'{}' was asked what it is, and ended with {}; run it by "
                                 "hand to see why",
                                 fmt::join(words, " "), how)};
    };
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
    if (found.mpirun) {
        const auto mpi = said({found.mpirun->string(), "--version"});
        if (!mpi) return mpi.error();
        found.open_mpi =
            mpi->find("Open MPI") != std::string::npos || mpi->find("OpenRTE") != std::string::npos;
    }
    return found;
}

std::vector<std::string> lammpsWords(const Lammps& lammps, const std::string& script) {
    std::vector<std::string> words;
    if (lammps.mpirun) {
        words = {lammps.mpirun->string(), "-np", fmt::format("{}", lammps.ranks)};
        if (lammps.open_mpi) words.emplace_back("--oversubscribe");
        if (lammps.open_mpi && ::geteuid() == 0) words.emplace_back("--allow-run-as-root");
    }
    words.insert(words.end(), {lammps.program.string(), "-in", script, "-log", "log.lammps"});
    return words;
}

Result<Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, RunFolder& folder,
                            const Options& options, Log& log, const Observer& observer) {
    auto frames = FrameWriter::open(folder.path(), simulation.clock(), std::nullopt);
    if (!frames) return frames.error();
    auto stats = StatsWriter::openForOther(folder.path(), simulation, knownColumns(simulation));
    if (!stats) return stats.error();
    auto states = LammpsFrames::of(simulation);
    if (!states) return states.error();
    return LammpsSession(simulation, lammps, folder.path(), options, log, observer, std::move(*frames),
                         std::move(*stats), std::move(*states))
        .go();
}

}  // namespace talus::run

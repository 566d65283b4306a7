#include "talus/run/lammps/engine_lammps.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/grains/measures.h"
#include "talus/run/checkpoints.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/frames.h"
#include "talus/run/host.h"
#include "talus/run/lammps/lammps_births.h"
#include "talus/run/lammps/lammps_columns.h"
#include "talus/run/lammps/lammps_frames.h"
#include "talus/run/lammps/lammps_half_step.h"
#include "talus/run/lammps/lammps_script.h"
#include "talus/run/lammps/lammps_talk.h"
#include "talus/run/lammps/springs/lammps_springs.h"
#include "talus/run/lammps/walls/lammps_loads.h"
#include "talus/run/own_files.h"
#include "talus/run/stats.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Lines of thermo output are there at once; an atom that is lost is an error.
constexpr const char* flushed = "thermo_modify flush yes lost error\n";
/// What a dump holds of each grain.
constexpr const char* dumped = "id type x y z vx vy vz omegax omegay omegaz radius fx fy fz tqx tqy tqz";

/// One run: what is open while it lasts.
class LammpsSession {
  public:
    struct Parts {
        FrameWriter frames;
        StatsWriter stats;
        LammpsFrames states;
        LammpsBirths births;
        std::unique_ptr<bool> springs_known;  ///< the statistics look at it
    };

    LammpsSession(scene::Simulation& simulation, const Lammps& lammps, const Path& folder,
                  const Options& options, Log& log, const Observer& observer, Parts parts)
        : simulation_(simulation),
          lammps_(lammps),
          folder_(folder),
          options_(options),
          log_(log),
          observer_(observer),
          frames_(std::move(parts.frames)),
          stats_(std::move(parts.stats)),
          states_(std::move(parts.states)),
          births_(std::move(parts.births)),
          springs_known_(std::move(parts.springs_known)),
          setup_(couple::granular::grainSetup(simulation.scene())) {}

    Result<Summary> go() {
        first_time_ = now();
        step_ = first_step_ = world().step;
        Status status = advance();
        if (!status) {
            log_.error(status.error().message);
            return status.error();
        }
        log_.info(fmt::format("finished: frame {}", frame()));
        return Summary{frame(),
                       world().step,
                       world().time,
                       simulation_.counts(),
                       stats_.wallSeconds(),
                       state::stateHash(world())};
    }

  private:
    Path work() const { return layout::lammps(folder_).path(); }
    const step::Clock& clock() const { return simulation_.clock(); }
    state::World& world() { return simulation_.world(); }
    std::size_t grains() { return world().table(grains::grains_table).size(); }
    std::uint64_t frame() { return clock().frame(step_); }

    void tell(const std::string& text) {
        log_.warning(text);
        if (observer_.note) observer_.note(text);
    }

    /// From frame to frame, stopping at each round of the spouts.
    Status advance() {
        if (step_ == 0)
            if (Status status = endFrame(); !status) return status;
        const std::uint64_t last = options_.frames * clock().steps_per_frame;
        while (step_ < last) {
            if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed))
                return interrupted();
            const auto round = births_.nextRound(simulation_, step_);
            if (round == step_) {
                if (Status status = pour(); !status) return status;
                continue;
            }
            const std::uint64_t frame_end = (frame() + 1) * clock().steps_per_frame;
            const std::uint64_t stop = std::min({round.value_or(last), frame_end, step_ + steps_at_once_});
            if (Status status = runTo(stop); !status) return status;
            if (step_ == frame_end)
                if (Status status = takeFrame(); !status) return status;
        }
        if (talk_)
            if (Status status = talk_->end(); !status) return status;
        return success();
    }

    /// LAMMPS takes the steps up to one. Where there are no grains there is nothing to do.
    Status runTo(std::uint64_t stop) {
        if (grains() == 0 && !talk_) {
            step_ = stop;
            return success();
        }
        if (!talk_)
            if (Status status = begin(); !status) return status;
        const double before = now();
        const std::uint64_t steps = stop - step_;
        const std::uint64_t from = step_;
        talk_->tell(fmt::format("run {} pre {} post no\n", steps, set_up_ ? "no" : "yes"));
        const Status status = talk_->await([&](std::uint64_t step) {
            reached_ = std::max({reached_, from, step});
            showProgress();
        });
        if (!status) return failed(status.error());
        set_up_ = true;
        step_ = stop;
        // A wish to stop is seen between two runs: within a second or so.
        const double passed = now() - before;
        if (steps == steps_at_once_ && passed < 0.5) steps_at_once_ *= 2;
        if (passed > 2 && steps_at_once_ > 1) steps_at_once_ /= 2;
        return success();
    }

    /// Starts LAMMPS from the present state.
    Status begin() {
        world().step = step_;
        world().time = clock().time(step_);
        model_ = lammpsModel(simulation_);
        job_ = {.name = plainName(model_.scene), .frames = options_.frames, .loads = true, .driven = true};
        for (const std::string& line : model_.missing) tell("left out: " + line);
        for (const std::string& line : model_.notes) tell(line);
        if (step_ > 0)
            if (Status status = handOver(); !status) return status;
        if (Status status = writeLammpsInput(work(), simulation_, model_, job_); !status) return status;
        if (!talk_)
            if (Status status = open(); !status) return status;
        std::string text = fmt::format("include in.{}\n", job_.name);
        text += halfStepText(model_.dt, model_.spin) + loadsText(model_) + sinksText(simulation_);
        // The sum makes what `turning` holds that of the last step whenever LAMMPS stops.
        text += fmt::format(
            "compute turned all reduce sum c_turning[1]\nthermo {}\nthermo_style custom step atoms "
            "c_turned\n{}",
            std::max<std::uint64_t>(1, clock().steps_per_frame / 20), flushed);
        text +=
            fmt::format("dump frames all custom {} dump.*.txt {}\ndump_modify frames format float %.17g\n",
                        clock().steps_per_frame, dumped);
        if (!job_.restart.empty()) {
            text += "run 0 post no\n" + halfStep("on", model_.spin);
            set_up_ = true;
        }
        talk_->tell(text);
        return success();
    }

    Status open() {
        auto talk = LammpsTalk::start(lammps_, work(), options_.stop);
        if (!talk) return talk.error();
        talk_.emplace(std::move(*talk));
        return success();
    }

    /// Gives LAMMPS a state from within a run, with its springs. A data file has no place for those, but
    /// LAMMPS' own restart files have: it writes one of the same grains, which is filled in and read again.
    /// That file is of the step before, so that LAMMPS knows from where its walls came.
    Status handOver() {
        LammpsJob base = job_;
        base.name = "base";
        LammpsModel before = model_;
        --before.step;
        const LammpsVelocities velocities = halfStepBack(simulation_);
        if (Status status = writeLammpsInput(work(), simulation_, before, base, &velocities); !status)
            return status;
        if (Status status = open(); !status) return status;
        talk_->tell(
            fmt::format("include in.base\n{}run 0 post no\nwrite_restart base.restart noinit\n", flushed));
        if (Status status = talk_->await(); !status) return failed(status.error());
        auto restart = LammpsRestart::read(work() / "base.restart", grains());
        if (!restart) return restart.error();
        if (Status status = giveSprings(simulation_, model_, setup_, *restart); !status) return status;
        job_.restart = "springs.restart";
        if (Status status = restart->write(layout::lammps(folder_) / job_.restart); !status) return status;
        talk_->tell("clear\n");
        return success();
    }

    /// A round of the spouts at the present step.
    Status pour() {
        std::vector<std::pair<Vec3d, double>> near;
        if (talk_ && world().step != step_) {
            auto dump = askNear();
            if (!dump) return dump.error();
            near = std::move(*dump);
        } else {
            const state::Table& table = world().table(grains::grains_table);
            for (std::size_t i = 0; i < table.size(); ++i)
                near.emplace_back(table.read(grains::fields::position)[i],
                                  table.read(grains::fields::radius)[i]);
        }
        const auto born = births_.pour(simulation_, step_, near);
        if (!born) return born.error();
        // The first grains of all are in the file that LAMMPS begins with.
        if (*born == 0 || !talk_) return success();
        const std::string file = "births.txt";
        if (Status status = writeBirths(layout::lammps(folder_) / file, simulation_, model_, *born); !status)
            return status;
        // read_data would take the slots behind a rank's own atoms for ghosts, which its new atoms have
        // pushed into memory that nothing was written to. Moving atoms by nothing has it forget its ghosts.
        resume(fmt::format("displace_atoms all move 0 0 0 units box\nread_data {} add merge\n", file) +
               groupsText(model_));
        return success();
    }

    /// Where the grains near the spouts are, and how large.
    Result<std::vector<std::pair<Vec3d, double>>> askNear() {
        std::string text;
        for (const geometry::Box& box : births_.nearSpouts())
            text += fmt::format(
                "region spout block {} {} {} {} {} {} units box\ngroup near region spout\n"
                "region spout delete\n",
                box.min.x, box.max.x, box.min.y, box.max.y, box.min.z, box.max.z);
        text +=
            "write_dump near custom near.txt id x y z radius modify format float %.17g\ngroup near delete\n";
        talk_->tell(text);
        if (Status status = talk_->await(); !status) return failed(status.error());
        const auto dump = readLammpsDump(work() / "near.txt");
        if (!dump) return dump.error();
        std::vector<std::pair<Vec3d, double>> near;
        const int x = dump->find("x"), y = dump->find("y"), z = dump->find("z"),
                  radius = dump->find("radius");
        if (x < 0 || y < 0 || z < 0 || radius < 0)
            return Error{ErrorKind::Storage, "LAMMPS' near.txt is not what was asked for"};
        for (std::size_t row = 0; row < dump->count; ++row)
            near.push_back({{dump->at(row, x), dump->at(row, y), dump->at(row, z)}, dump->at(row, radius)});
        return near;
    }

    /// Lets LAMMPS change which atoms there are, and go on as if it had never stopped.
    void resume(const std::string& change) {
        talk_->tell((set_up_ ? halfStep("back", model_.spin) : "") + change);
        if (!set_up_) return;
        // A set-up forgets how fast walls move, and finds it anew from where they were a moment before.
        if (model_.moves)
            talk_->tell(fmt::format(
                "variable now equal (step-1)*{0}\nrun 0 post no\nvariable now equal step*{0}\n", model_.dt));
        talk_->tell("run 0 post no\n" + halfStep("on", model_.spin));
    }

    /// Takes over a frame that LAMMPS has reached.
    Status takeFrame() {
        *springs_known_ = true;
        if (!talk_) {
            world().step = step_;
            world().time = clock().time(step_);
            return endFrame();
        }
        const Path path = work() / fmt::format("dump.{}.txt", step_);
        if (Status status = takeState(path, isSaved(frame())); !status) return status;
        if (Status status = takeLoads(work() / "loads.txt", model_, *setup_.walls, step_, simulation_);
            !status)
            return status;
        return endFrame();
    }

    /// The state that LAMMPS is in becomes the world's. @param with_springs as a checkpoint needs it
    Status takeState(const Path& path, bool with_springs) {
        const Path springs = work() / "state.restart";
        if (with_springs) {
            talk_->tell("write_restart state.restart noinit\n");
            if (Status status = talk_->await(); !status) return failed(status.error());
        }
        if (Status status = take(path); !status) return status;
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        *springs_known_ = with_springs;
        if (!with_springs) return success();
        const auto restart = LammpsRestart::read(springs, grains());
        if (!restart) return restart.error();
        if (Status status = takeSprings(*restart, model_, setup_, simulation_); !status) return status;
        std::filesystem::remove(springs, ignored);
        return success();
    }

    /// Whether a checkpoint belongs to a frame.
    bool isSaved(std::uint64_t frame) const {
        const auto every =
            static_cast<std::uint64_t>(std::max(1, simulation_.scene().output.checkpoint_frames));
        return (frame > 0 && frame % every == 0) || frame == options_.frames;
    }

    /// A checkpoint says that all before it is there: the disk must have that first.
    Status save() {
        if (Status status = frames_.sync(); !status) return status;
        if (Status status = stats_.sync(); !status) return status;
        return saveCheckpoint(folder_, world(), options_.scene_hash, clock(),
                              simulation_.scene().output.keep_checkpoints);
    }

    /// A dump becomes the world.
    Status take(const Path& path) {
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
                            "files was hit: free some space",
                            why)};
        }
        if (Status status = states_.take(*dump, simulation_); !status) {
            if (status.error().kind == ErrorKind::Diverged)
                return diverged({status.error().message, "", {}, {}});
            return status;
        }
        return success();
    }

    /// What belongs to a completed frame.
    Status endFrame() {
        if (auto trouble = simulation_.trouble()) return diverged(*trouble);
        const auto shown = frameOf(simulation_, simulation_.scene().output.fields);
        if (!shown) return shown.error();
        if (Status status = frames_.write(frame(), *shown); !status) return status;
        if (Status status = stats_.write(simulation_); !status) return status;
        if (options_.draw)
            if (Status status = options_.draw(frame(), simulation_); !status) return status;
        if (isSaved(frame()))
            if (Status status = save(); !status) return status;
        if (observer_.frame) observer_.frame(progress(), {stats_.names(), stats_.results()});
        return success();
    }

    Progress progress() {
        const auto total = static_cast<double>(options_.frames * clock().steps_per_frame);
        const std::uint64_t step = std::max(step_, reached_);
        const double passed = now() - first_time_;
        const double rate =
            step > first_step_ && passed > 0 ? static_cast<double>(step - first_step_) / passed : 0;
        return {clock().time(step),
                clock().dt(),
                frame(),
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

    Status interrupted() {
        if (talk_ && world().step != step_) {
            talk_->tell(
                fmt::format("write_dump all custom state.txt {} modify format float %.17g\n", dumped));
            if (Status status = takeState(work() / "state.txt", true); !status) return status;
            grains::clearWallSums(world());  // LAMMPS' means of the frame so far are lost
        }
        world().step = step_;
        world().time = clock().time(step_);
        if (Status status = save(); !status) return status;
        return Error{
            ErrorKind::Interrupted,
            fmt::format("stopped at {:.6g} s (frame {} of {}, {} steps into the next); a checkpoint was "
                        "written; go on with: talus resume {} (--engine lammps)",
                        clock().time(step_), frame(), options_.frames, step_ % clock().steps_per_frame,
                        folder_.string())};
    }

    /// What went wrong in LAMMPS, and how to go on.
    Error failed(Error error) const {
        if (error.kind != ErrorKind::Diverged)
            error.message +=
                fmt::format("\n  then go on with: talus resume {} --engine lammps", folder_.string());
        return error;
    }

    Error diverged(const step::Trouble& trouble) {
        const auto written = writeFailure(folder_, simulation_, trouble, options_.scene_hash);
        return {ErrorKind::Diverged, written ? *written
                                             : fmt::format("{}; {}; besides, {}", trouble.what,
                                                           trouble.advice, written.error().message)};
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
    LammpsBirths births_;
    std::unique_ptr<bool> springs_known_;
    grains::Setup setup_;
    LammpsModel model_;
    std::optional<LammpsTalk> talk_;
    LammpsJob job_;
    bool set_up_ = false;        ///< LAMMPS has forces of the present step
    std::uint64_t step_ = 0;     ///< that all have reached
    std::uint64_t reached_ = 0;  ///< that LAMMPS is at
    std::uint64_t first_step_ = 0;
    std::uint64_t steps_at_once_ = 16;  ///< that LAMMPS takes before it is asked again
    double first_time_ = 0;
    double shown_ = 0;
};

}  // namespace

Result<Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, RunFolder& folder,
                            const Options& options, Log& log, const Observer& observer) {
    std::optional<std::uint64_t> after;
    if (simulation.world().step > 0) after = simulation.clock().frame(simulation.world().step);
    const auto note = [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
    if (Status status = deleteLammpsFiles(folder.path()); !status) return status.error();
    auto springs_known = std::make_unique<bool>(true);
    auto frames = FrameWriter::open(folder.path(), simulation.clock(), after);
    if (!frames) return frames.error();
    auto stats = StatsWriter::openForOther(folder.path(), simulation,
                                           knownColumns(simulation, *springs_known), after, note);
    if (!stats) return stats.error();
    auto states = LammpsFrames::of(simulation);
    if (!states) return states.error();
    auto births = LammpsBirths::of(simulation);
    if (!births) return births.error();
    log.info(fmt::format("{} ranks of LAMMPS {} {} at step {}; {}; to frame {}", lammps.ranks, lammps.version,
                         after ? "go on" : "start", simulation.world().step, countsText(simulation.counts()),
                         options.frames));
    return LammpsSession(simulation, lammps, folder.path(), options, log, observer,
                         {std::move(*frames), std::move(*stats), std::move(*states), std::move(*births),
                          std::move(springs_known)})
        .go();
}

}  // namespace talus::run

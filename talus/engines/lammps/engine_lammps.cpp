#include "talus/engines/lammps/engine_lammps.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/engines/lammps/frame_recorder.h"
#include "talus/engines/lammps/lammps_insertions.h"
#include "talus/engines/lammps/lammps_half_step.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/springs/lammps_springs.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/grains/fields.h"
#include "talus/grains/measures.h"

namespace talus::engines {
namespace {

/// Lines of thermo output are there at once; an atom that is lost is an error.
constexpr const char* flushed = "thermo_modify flush yes lost error\n";

/// One run: what is open while it lasts.
class LammpsSession {
  public:
    LammpsSession(scene::Simulation& simulation, const Lammps& lammps, const run::Path& folder,
                  const run::Options& options, FrameBook book, LammpsBirths births)
        : simulation_(simulation),
          lammps_(lammps),
          folder_(folder),
          options_(options),
          book_(std::move(book)),
          births_(std::move(births)),
          setup_(couple::granular::grainSetup(simulation.scene())) {}

    Result<run::Summary> go() {
        if (Status status = advance(); !status) {
            book_.log().error(status.error().message);
            return status.error();
        }
        return book_.summary();
    }

  private:
    state::World& world() { return simulation_.world(); }
    std::size_t grains() { return world().table(grains::grains_table).size(); }

    /// From frame to frame, stopping at each round of the spouts.
    Status advance() {
        if (book_.step() == 0)
            if (Status status = book_.endFrame(); !status) return status;
        const std::uint64_t last = book_.lastStep();
        while (book_.step() < last) {
            if (book_.stopIsWished()) return interrupted();
            const auto round = births_.nextRound(simulation_, book_.step());
            if (round == book_.step()) {
                if (Status status = pour(); !status) return status;
                continue;
            }
            const std::uint64_t frame_end = book_.frameEnd();
            const std::uint64_t stop =
                std::min({round.value_or(last), frame_end, book_.step() + pace_.steps()});
            if (Status status = runTo(stop); !status) return status;
            if (book_.step() == frame_end)
                if (Status status = takeFrame(); !status) return status;
        }
        // All frames are there, and a bad end of LAMMPS changes none of them.
        if (talk_)
            if (Status ended = talk_->end(); !ended) book_.tell(ended.error().message);
        return success();
    }

    /// LAMMPS takes the steps up to one. Where there are no grains there is nothing to do.
    Status runTo(std::uint64_t stop) {
        if (grains() > 0 || talk_) {
            if (!talk_)
                if (Status status = begin(); !status) return status;
            const Status status = talk_->run(stop - book_.step(), !set_up_, pace_,
                                             [&](std::uint64_t step) { book_.showProgress(step); });
            if (!status) return book_.failed(status.error());
            set_up_ = true;
        }
        book_.reach(stop);
        return success();
    }

    /// Starts LAMMPS from the present state.
    Status begin() {
        book_.bringWorldHere();
        model_ = lammpsModel(simulation_);
        job_ = {
            .name = run::plainName(model_.scene), .frames = options_.frames, .loads = true, .driven = true};
        for (const std::string& line : model_.missing) book_.tell("left out: " + line);
        for (const std::string& line : model_.notes) book_.tell(line);
        if (book_.step() > 0)
            if (Status status = handOver(); !status) return status;
        if (Status status = writeLammpsInput(book_.work(), simulation_, model_, job_); !status) return status;
        if (!talk_)
            if (Status status = open(); !status) return status;
        std::string text = fmt::format("include in.{}\n", job_.name);
        text += halfStepText(model_.dt, model_.spin) + loadsText(model_) + sinksText(simulation_) +
                births_.spoutsText();
        // The sum makes what `turning` holds that of the last step whenever LAMMPS stops.
        text += fmt::format(
            "compute turned all reduce sum c_turning[1]\nthermo {}\nthermo_style custom step atoms "
            "c_turned\n{}",
            std::max<std::uint64_t>(1, book_.clock().steps_per_frame / 20), flushed);
        text +=
            fmt::format("dump frames all custom {} dump.*.txt {}\ndump_modify frames format float %.17g\n",
                        book_.clock().steps_per_frame, FrameBook::dumped);
        if (!job_.restart.empty()) {
            text += "run 0 post no\n" + halfStep("on", model_.spin);
            set_up_ = true;
        }
        talk_->tell(text);
        return success();
    }

    Status open() {
        auto talk = LammpsTalk::start(lammps_, book_.work(), options_.stop);
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
        if (Status status = writeLammpsInput(book_.work(), simulation_, before, base, &velocities); !status)
            return status;
        if (Status status = open(); !status) return status;
        talk_->tell(
            fmt::format("include in.base\n{}run 0 post no\nwrite_restart base.restart noinit\n", flushed));
        if (Status status = talk_->await(); !status) return book_.failed(status.error());
        auto restart = LammpsRestart::read(book_.work() / "base.restart", grains());
        if (!restart) return restart.error();
        if (Status status = giveSprings(simulation_, model_, setup_, *restart); !status) return status;
        job_.restart = "springs.restart";
        if (Status status = restart->write(run::layout::lammps(folder_) / job_.restart); !status)
            return status;
        talk_->tell("clear\n");
        return success();
    }

    /// A round of the spouts at the present step.
    Status pour() {
        std::vector<std::pair<Vec3d, double>> near;
        if (talk_ && world().step != book_.step()) {
            auto dump = askNear();
            if (!dump) return dump.error();
            near = std::move(*dump);
        } else {
            const state::Table& table = world().table(grains::grains_table);
            for (std::size_t i = 0; i < table.size(); ++i)
                near.emplace_back(table.read(grains::fields::position)[i],
                                  table.read(grains::fields::radius)[i]);
        }
        const auto born = births_.pour(simulation_, book_.step(), near);
        if (!born) return born.error();
        // The first grains of all are in the file that LAMMPS begins with.
        if (*born == 0 || !talk_) return success();
        const std::string file = "births.txt";
        const std::vector<std::uint32_t> types = newestTypes(simulation_, model_, *born);
        if (Status status = writeBirths(run::layout::lammps(folder_) / file, simulation_, model_, types);
            !status)
            return status;
        // read_data would take the slots behind a rank's own atoms for ghosts, which its new atoms have
        // pushed into memory that nothing was written to. Moving atoms by nothing has it forget its ghosts.
        resume(fmt::format("displace_atoms all move 0 0 0 units box\nread_data {} add merge\n", file) +
               groupsText(model_, {types.begin(), types.end()}));
        return success();
    }

    /// Where the grains near the spouts are, and how large.
    Result<std::vector<std::pair<Vec3d, double>>> askNear() {
        talk_->tell(
            "write_dump all custom near.txt id x y z radius modify region spouts format float %.17g\n");
        if (Status status = talk_->await(); !status) return book_.failed(status.error());
        const auto dump = readLammpsDump(book_.work() / "near.txt");
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
        book_.knowSprings(true);
        if (!talk_) {
            book_.bringWorldHere();
            return book_.endFrame();
        }
        const run::Path path = book_.work() / fmt::format("dump.{}.txt", book_.step());
        if (Status status = takeState(path, book_.isSaved(book_.frame())); !status) return status;
        if (Status status = takeLoads(book_.work() / "loads.txt", loadedWalls(model_), *setup_.walls,
                                      book_.step(), simulation_);
            !status)
            return status;
        return book_.endFrame();
    }

    /// The state that LAMMPS is in becomes the world's. @param with_springs as a checkpoint needs it
    Status takeState(const run::Path& path, bool with_springs) {
        const run::Path springs = book_.work() / "state.restart";
        if (with_springs) {
            talk_->tell("write_restart state.restart noinit\n");
            if (Status status = talk_->await(); !status) return book_.failed(status.error());
        }
        if (Status status = book_.takeDump(path); !status) return status;
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        book_.knowSprings(with_springs);
        if (!with_springs) return success();
        const auto restart = LammpsRestart::read(springs, grains());
        if (!restart) return restart.error();
        if (Status status = takeSprings(*restart, model_, setup_, simulation_); !status) return status;
        std::filesystem::remove(springs, ignored);
        return success();
    }

    Status interrupted() {
        if (talk_ && world().step != book_.step()) {
            talk_->tell(fmt::format("write_dump all custom state.txt {} modify format float %.17g\n",
                                    FrameBook::dumped));
            if (Status status = takeState(book_.work() / "state.txt", true); !status) return status;
            grains::clearWallSums(world());  // LAMMPS' means of the frame so far are lost
        }
        return book_.interrupted();
    }

    scene::Simulation& simulation_;
    const Lammps& lammps_;
    const run::Path& folder_;
    const run::Options& options_;
    FrameBook book_;
    LammpsBirths births_;
    grains::Setup setup_;
    LammpsModel model_;
    std::optional<LammpsTalk> talk_;
    LammpsJob job_;
    bool set_up_ = false;  ///< LAMMPS has forces of the present step
    LammpsPace pace_;
};

}  // namespace

Result<run::Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, run::RunFolder& folder,
                                 const run::Options& options, run::Log& log, const run::Observer& observer) {
    auto book = FrameBook::open(simulation, folder.path(), {"LAMMPS", "lammps", lammps.version, lammps.ranks},
                                options, log, observer);
    if (!book) return book.error();
    auto births = LammpsBirths::of(simulation);
    if (!births) return births.error();
    return LammpsSession(simulation, lammps, folder.path(), options, std::move(*book), std::move(*births))
        .go();
}

}  // namespace talus::engines

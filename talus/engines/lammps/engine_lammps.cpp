#include "talus/engines/lammps/engine_lammps.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/engines/lammps/frame_recorder.h"
#include "talus/engines/lammps/lammps_half_step.h"
#include "talus/engines/lammps/lammps_insertions.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/springs/lammps_springs.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/grains/fields.h"
#include "talus/grains/measures.h"

namespace talus::engines {
namespace {

/// Thermo output is flushed line by line; a lost atom is an error.
constexpr const char* flushed = "thermo_modify flush yes lost error\n";

/// One run with LAMMPS.
class LammpsSession {
  public:
    LammpsSession(scene::Simulation& simulation, const Lammps& lammps, const run::Path& folder,
                  const run::Options& options, FrameRecorder recorder, LammpsInsertions insertions)
        : simulation_(simulation),
          lammps_(lammps),
          folder_(folder),
          options_(options),
          recorder_(std::move(recorder)),
          insertions_(std::move(insertions)),
          setup_(couple::granular::grainSetup(simulation.scene())) {}

    Result<run::Summary> go() {
        if (Status status = advance(); !status) {
            recorder_.log().error(status.error().message);
            return status.error();
        }
        return recorder_.summary();
    }

  private:
    state::World& world() { return simulation_.world(); }
    std::size_t grains() { return world().table(grains::grains_table).size(); }

    /// Runs from frame to frame, and stops at each step at which an emitter inserts grains.
    Status advance() {
        if (recorder_.step() == 0)
            if (Status status = recorder_.endFrame(); !status) return status;
        const std::uint64_t last = recorder_.lastStep();
        while (recorder_.step() < last) {
            if (recorder_.stopRequested()) return interrupted();
            const auto insertion = insertions_.nextInsertion(simulation_, recorder_.step());
            if (insertion == recorder_.step()) {
                if (Status status = insertGrains(); !status) return status;
                continue;
            }
            const std::uint64_t frame_end = recorder_.frameEnd();
            const std::uint64_t stop =
                std::min({insertion.value_or(last), frame_end, recorder_.step() + run_length_.steps()});
            if (Status status = runTo(stop); !status) return status;
            if (recorder_.step() == frame_end)
                if (Status status = readFrame(); !status) return status;
        }
        // All frames are complete, so an error of LAMMPS at its end is only reported.
        if (process_)
            if (Status ended = process_->end(); !ended) recorder_.report(ended.error().message);
        return success();
    }

    /// LAMMPS takes the steps up to `stop`. Without grains there is nothing to compute.
    Status runTo(std::uint64_t stop) {
        if (grains() > 0 || process_) {
            if (!process_)
                if (Status status = begin(); !status) return status;
            const Status status = process_->run(stop - recorder_.step(), !set_up_, run_length_,
                                                [&](std::uint64_t step) { recorder_.showProgress(step); });
            if (!status) return recorder_.failed(status.error());
            set_up_ = true;
        }
        recorder_.setStep(stop);
        return success();
    }

    /// Starts LAMMPS from the present state.
    Status begin() {
        recorder_.setWorldStep();
        model_ = lammpsModel(simulation_);
        job_ = {
            .name = run::plainName(model_.scene), .frames = options_.frames, .loads = true, .driven = true};
        for (const std::string& line : model_.missing) recorder_.report("left out: " + line);
        for (const std::string& line : model_.notes) recorder_.report(line);
        if (recorder_.step() > 0)
            if (Status status = writeRestart(); !status) return status;
        if (Status status = writeLammpsInput(recorder_.workFolder(), simulation_, model_, job_); !status)
            return status;
        if (!process_)
            if (Status status = open(); !status) return status;
        std::string text = fmt::format("include in.{}\n", job_.name);
        text += halfStepText(model_.dt, model_.spin) + loadsText(model_) + sinksText(simulation_) +
                insertions_.emitterRegionText();
        // Thermo output evaluates this sum, so that the compute `turning` is current whenever LAMMPS stops.
        text += fmt::format(
            "compute turned all reduce sum c_turning[1]\nthermo {}\nthermo_style custom step atoms "
            "c_turned\n{}",
            std::max<std::uint64_t>(1, recorder_.clock().steps_per_frame / 20), flushed);
        text +=
            fmt::format("dump frames all custom {} dump.*.txt {}\ndump_modify frames format float %.17g\n",
                        recorder_.clock().steps_per_frame, FrameRecorder::dump_columns);
        if (!job_.restart.empty()) {
            text += "run 0 post no\n" + halfStep("on", model_.spin);
            set_up_ = true;
        }
        process_->send(text);
        return success();
    }

    Status open() {
        auto process = LammpsProcess::start(lammps_, recorder_.workFolder(), options_.stop);
        if (!process) return process.error();
        process_.emplace(std::move(*process));
        return success();
    }

    /// Writes a restart file of a state within a run, with the springs of its contacts. A data file cannot
    /// hold springs, but LAMMPS' restart files can. So LAMMPS writes a restart file of the same grains, and
    /// the springs are added to it. That file is of the step before, so that LAMMPS knows the previous
    /// positions of its walls.
    Status writeRestart() {
        LammpsJob base = job_;
        base.name = "base";
        LammpsModel before = model_;
        --before.step;
        const LammpsVelocities velocities = halfStepBack(simulation_);
        if (Status status = writeLammpsInput(recorder_.workFolder(), simulation_, before, base, &velocities);
            !status)
            return status;
        if (Status status = open(); !status) return status;
        process_->send(
            fmt::format("include in.base\n{}run 0 post no\nwrite_restart base.restart noinit\n", flushed));
        if (Status status = process_->await(); !status) return recorder_.failed(status.error());
        auto restart = LammpsRestart::read(recorder_.workFolder() / "base.restart", grains());
        if (!restart) return restart.error();
        if (Status status = writeSprings(simulation_, model_, setup_, *restart); !status) return status;
        job_.restart = "springs.restart";
        if (Status status = restart->write(run::layout::lammps(folder_) / job_.restart); !status)
            return status;
        process_->send("clear\n");
        return success();
    }

    /// Inserts the grains that emitters add at the present step.
    Status insertGrains() {
        std::vector<std::pair<Vec3d, double>> near;
        if (process_ && world().step != recorder_.step()) {
            auto read = readNearbyGrains();
            if (!read) return read.error();
            near = std::move(*read);
        } else {
            const state::Table& table = world().table(grains::grains_table);
            for (std::size_t i = 0; i < table.size(); ++i)
                near.emplace_back(table.read(grains::fields::position)[i],
                                  table.read(grains::fields::radius)[i]);
        }
        const auto inserted = insertions_.insert(simulation_, recorder_.step(), near);
        if (!inserted) return inserted.error();
        // Before LAMMPS is started, new grains get into the data file that it begins with.
        if (*inserted == 0 || !process_) return success();
        const std::string file = "births.txt";
        const std::vector<std::uint32_t> types = newestTypes(simulation_, model_, *inserted);
        if (Status status = writeNewGrains(run::layout::lammps(folder_) / file, simulation_, model_, types);
            !status)
            return status;
        // read_data adds atoms behind a rank's own atoms and then still assumes as many ghosts behind those,
        // where the memory is not initialised. displace_atoms by zero makes LAMMPS delete its ghosts first.
        resume(fmt::format("displace_atoms all move 0 0 0 units box\nread_data {} add merge\n", file) +
               groupsText(model_, {types.begin(), types.end()}));
        return success();
    }

    /// Position and radius of the grains near the emitters, from LAMMPS.
    Result<std::vector<std::pair<Vec3d, double>>> readNearbyGrains() {
        process_->send(
            "write_dump all custom near.txt id x y z radius modify region spouts format float %.17g\n");
        if (Status status = process_->await(); !status) return recorder_.failed(status.error());
        const auto dump = readLammpsDump(recorder_.workFolder() / "near.txt");
        if (!dump) return dump.error();
        std::vector<std::pair<Vec3d, double>> near;
        const int x = dump->find("x"), y = dump->find("y"), z = dump->find("z"),
                  radius = dump->find("radius");
        if (x < 0 || y < 0 || z < 0 || radius < 0)
            return Error{ErrorKind::Storage, "LAMMPS' near.txt lacks the columns x, y, z or radius"};
        for (std::size_t row = 0; row < dump->count; ++row)
            near.push_back({{dump->at(row, x), dump->at(row, y), dump->at(row, z)}, dump->at(row, radius)});
        return near;
    }

    /// Sends commands that insert atoms, and lets LAMMPS continue as if it had never stopped.
    void resume(const std::string& change) {
        process_->send((set_up_ ? halfStep("back", model_.spin) : "") + change);
        if (!set_up_) return;
        // A set-up resets the velocities of walls. LAMMPS computes them from two positions, so it is set up
        // once at the time of the step before.
        if (model_.moves)
            process_->send(fmt::format(
                "variable now equal (step-1)*{0}\nrun 0 post no\nvariable now equal step*{0}\n", model_.dt));
        process_->send("run 0 post no\n" + halfStep("on", model_.spin));
    }

    /// Reads the state of a completed frame from LAMMPS' files and writes the frame.
    Status readFrame() {
        recorder_.setSpringsKnown(true);
        if (!process_) {
            recorder_.setWorldStep();
            return recorder_.endFrame();
        }
        const run::Path path = recorder_.workFolder() / fmt::format("dump.{}.txt", recorder_.step());
        if (Status status = readState(path, recorder_.hasCheckpoint(recorder_.frame())); !status)
            return status;
        if (Status status = readLoads(recorder_.workFolder() / "loads.txt", loadedWalls(model_),
                                      *setup_.walls, recorder_.step(), simulation_);
            !status)
            return status;
        return recorder_.endFrame();
    }

    /// Reads a dump into the world. @param with_springs also the springs, which a checkpoint needs
    Status readState(const run::Path& path, bool with_springs) {
        const run::Path springs = recorder_.workFolder() / "state.restart";
        if (with_springs) {
            process_->send("write_restart state.restart noinit\n");
            if (Status status = process_->await(); !status) return recorder_.failed(status.error());
        }
        if (Status status = recorder_.readDump(path); !status) return status;
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        recorder_.setSpringsKnown(with_springs);
        if (!with_springs) return success();
        const auto restart = LammpsRestart::read(springs, grains());
        if (!restart) return restart.error();
        if (Status status = readSprings(*restart, model_, setup_, simulation_); !status) return status;
        std::filesystem::remove(springs, ignored);
        return success();
    }

    Status interrupted() {
        if (process_ && world().step != recorder_.step()) {
            process_->send(fmt::format("write_dump all custom state.txt {} modify format float %.17g\n",
                                       FrameRecorder::dump_columns));
            if (Status status = readState(recorder_.workFolder() / "state.txt", true); !status) return status;
            grains::clearWallSums(world());  // LAMMPS' means of the incomplete frame are lost
        }
        return recorder_.interrupted();
    }

    scene::Simulation& simulation_;
    const Lammps& lammps_;
    const run::Path& folder_;
    const run::Options& options_;
    FrameRecorder recorder_;
    LammpsInsertions insertions_;
    grains::Setup setup_;
    LammpsModel model_;
    std::optional<LammpsProcess> process_;
    LammpsJob job_;
    bool set_up_ = false;  ///< LAMMPS has the forces of the present step
    LammpsRunLength run_length_;
};

}  // namespace

Result<run::Summary> runByLammps(scene::Simulation& simulation, const Lammps& lammps, run::RunFolder& folder,
                                 const run::Options& options, run::Log& log, const run::Observer& observer) {
    auto recorder =
        FrameRecorder::open(simulation, folder.path(), {"LAMMPS", "lammps", lammps.version, lammps.ranks},
                            options, log, observer);
    if (!recorder) return recorder.error();
    auto insertions = LammpsInsertions::of(simulation);
    if (!insertions) return insertions.error();
    return LammpsSession(simulation, lammps, folder.path(), options, std::move(*recorder),
                         std::move(*insertions))
        .go();
}

}  // namespace talus::engines

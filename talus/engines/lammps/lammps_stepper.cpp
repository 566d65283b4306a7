#include "talus/engines/lammps/lammps_stepper.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_half_step.h"
#include "talus/engines/lammps/lammps_insertions.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/springs/lammps_springs.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/grains/fields.h"
#include "talus/grains/measures.h"
#include "talus/run/checkpoints.h"
#include "talus/run/own_files.h"

namespace talus::engines {
namespace {

/// Thermo output is flushed line by line; a lost atom is an error.
constexpr const char* flushed = "thermo_modify flush yes lost error\n";

class LammpsStepper final : public ProgramStepper {
  public:
    LammpsStepper(const scene::Simulation& simulation, const Lammps& lammps, ProgramRun run,
                  LammpsFrames frames, LammpsInsertions insertions)
        : ProgramStepper(simulation, lammps, "lammps", std::move(run), std::move(frames)),
          insertions_(std::move(insertions)),
          setup_(couple::granular::grainSetup(simulation.scene())) {}

    /// Stops at each step at which an emitter inserts grains.
    Result<step::StepReport> advance(scene::Simulation& simulation, std::uint64_t steps,
                                     const run::StepEvents& events) override {
        simulation_ = &simulation;
        events_ = &events;
        const std::uint64_t asked = reached() + steps;
        auto insertion = insertions_.nextInsertion(simulation, reached());
        while (insertion == reached()) {
            if (Status status = insertGrains(); !status) return status.error();
            insertion = insertions_.nextInsertion(simulation, reached());
        }
        const std::uint64_t stop =
            std::min({insertion.value_or(asked), asked, reached() + run_length_.steps()});
        if (Status status = runTo(stop); !status) return status.error();
        if (simulation.clock().endsFrame(reached())) return readFrame();
        return step::StepReport{};
    }

    Status update(scene::Simulation& simulation) override {
        simulation_ = &simulation;
        if (process_ && world().step != reached()) {
            process_->send(fmt::format("write_dump all custom state.txt {} modify format float %.17g\n",
                                       LammpsFrames::dump_columns));
            const auto report = readState(workFolder() / "state.txt", true);
            if (!report) return report.error();
            if (!report->ok()) return Error{ErrorKind::Diverged, report->trouble->what};
            grains::clearWallSums(world());  // LAMMPS' means of the incomplete frame are lost
        }
        setWorldStep(simulation);
        return success();
    }

    Status end() override { return process_ ? process_->end() : success(); }

  private:
    state::World& world() { return simulation_->world(); }
    std::size_t grains() { return world().table(grains::grains_table).size(); }

    /// LAMMPS takes the steps up to `stop`. Without grains there is nothing to compute.
    Status runTo(std::uint64_t stop) {
        if (grains() > 0 || process_) {
            if (!process_)
                if (Status status = begin(); !status) return status;
            const Status status = process_->run(stop - reached(), !set_up_, run_length_, events_->reached);
            if (!status) return status.error();
            set_up_ = true;
        }
        setStep(stop);
        return success();
    }

    /// Starts LAMMPS from the present state.
    Status begin() {
        setWorldStep(*simulation_);
        model_ = lammpsModel(*simulation_);
        job_ = {.name = run::plainName(model_.scene),
                .frames = programRun().last_frame,
                .loads = true,
                .driven = true};
        for (const std::string& line : model_.missing) events_->warning("left out: " + line);
        for (const std::string& line : model_.notes) events_->warning(line);
        if (reached() > 0)
            if (Status status = writeRestart(); !status) return status;
        if (Status status = writeLammpsInput(workFolder(), *simulation_, model_, job_); !status)
            return status;
        if (!process_)
            if (Status status = open(); !status) return status;
        std::string text = fmt::format("include in.{}\n", job_.name);
        text += halfStepText(model_.dt, model_.spin) + loadsText(model_) + sinksText(*simulation_) +
                insertions_.emitterRegionText();
        // Thermo output evaluates this sum, so that the compute `turning` is current whenever LAMMPS stops.
        text += fmt::format(
            "compute turned all reduce sum c_turning[1]\nthermo {}\nthermo_style custom step atoms "
            "c_turned\n{}",
            std::max<std::uint64_t>(1, simulation_->clock().steps_per_frame / 20), flushed);
        text +=
            fmt::format("dump frames all custom {} dump.*.txt {}\ndump_modify frames format float %.17g\n",
                        simulation_->clock().steps_per_frame, LammpsFrames::dump_columns);
        if (!job_.restart.empty()) {
            text += "run 0 post no\n" + halfStep("on", model_.spin);
            set_up_ = true;
        }
        process_->send(text);
        return success();
    }

    Status open() {
        auto process = LammpsProcess::start(lammps(), workFolder(), programRun().stop);
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
        const LammpsVelocities velocities = halfStepBack(*simulation_);
        if (Status status = writeLammpsInput(workFolder(), *simulation_, before, base, &velocities); !status)
            return status;
        if (Status status = open(); !status) return status;
        process_->send(
            fmt::format("include in.base\n{}run 0 post no\nwrite_restart base.restart noinit\n", flushed));
        if (Status status = process_->await(); !status) return status.error();
        auto restart = LammpsRestart::read(workFolder() / "base.restart", grains());
        if (!restart) return restart.error();
        if (Status status = writeSprings(*simulation_, model_, setup_, *restart); !status) return status;
        job_.restart = "springs.restart";
        if (Status status = restart->write(run::layout::lammps(programRun().folder) / job_.restart); !status)
            return status;
        process_->send("clear\n");
        return success();
    }

    /// Inserts the grains that emitters add at the present step.
    Status insertGrains() {
        std::vector<std::pair<Vec3d, double>> near;
        if (process_ && world().step != reached()) {
            auto read = readNearbyGrains();
            if (!read) return read.error();
            near = std::move(*read);
        } else {
            const state::Table& table = world().table(grains::grains_table);
            for (std::size_t i = 0; i < table.size(); ++i)
                near.emplace_back(table.read(grains::fields::position)[i],
                                  table.read(grains::fields::radius)[i]);
        }
        const auto inserted = insertions_.insert(*simulation_, reached(), near);
        if (!inserted) return inserted.error();
        // Before LAMMPS is started, new grains get into the data file that it begins with.
        if (*inserted == 0 || !process_) return success();
        const std::string file = "births.txt";
        const std::vector<std::uint32_t> types = newestTypes(*simulation_, model_, *inserted);
        if (Status status =
                writeNewGrains(run::layout::lammps(programRun().folder) / file, *simulation_, model_, types);
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
        if (Status status = process_->await(); !status) return status.error();
        const auto dump = readLammpsDump(workFolder() / "near.txt");
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

    /// Reads the state of a completed frame from LAMMPS' files.
    Result<step::StepReport> readFrame() {
        setSpringsKnown(true);
        if (!process_) {
            setWorldStep(*simulation_);
            return step::StepReport{};
        }
        const std::uint64_t frame = simulation_->clock().frame(reached());
        auto report =
            readState(workFolder() / fmt::format("dump.{}.txt", reached()),
                      run::hasCheckpoint(frame, programRun().last_frame, simulation_->scene().output));
        if (!report || !report->ok()) return report;
        if (Status status = readLoads(workFolder() / "loads.txt", loadedWalls(model_), *setup_.walls,
                                      reached(), *simulation_);
            !status)
            return status.error();
        return report;
    }

    /// Reads a dump into the world. @param with_springs also the springs, which a checkpoint needs
    Result<step::StepReport> readState(const run::Path& path, bool with_springs) {
        const run::Path springs = workFolder() / "state.restart";
        if (with_springs) {
            process_->send("write_restart state.restart noinit\n");
            if (Status status = process_->await(); !status) return status.error();
        }
        auto report = readDump(path, *simulation_);
        if (!report || !report->ok()) return report;
        setSpringsKnown(with_springs);
        if (!with_springs) return report;
        const auto restart = LammpsRestart::read(springs, grains());
        if (!restart) return restart.error();
        if (Status status = readSprings(*restart, model_, setup_, *simulation_); !status)
            return status.error();
        std::error_code ignored;
        std::filesystem::remove(springs, ignored);
        return report;
    }

    // Of the present call.
    scene::Simulation* simulation_ = nullptr;
    const run::StepEvents* events_ = nullptr;

    LammpsInsertions insertions_;
    grains::Setup setup_;
    LammpsModel model_;
    std::optional<LammpsProcess> process_;
    LammpsJob job_;
    bool set_up_ = false;  ///< LAMMPS has the forces of the present step
    LammpsRunLength run_length_;
};

}  // namespace

Result<std::unique_ptr<run::Stepper>> lammpsStepper(const scene::Simulation& simulation, const Lammps& lammps,
                                                    ProgramRun run) {
    if (Status status = run::deleteLammpsFiles(run.folder); !status) return status.error();
    auto frames = LammpsFrames::of(simulation);
    if (!frames) return frames.error();
    auto insertions = LammpsInsertions::of(simulation);
    if (!insertions) return insertions.error();
    return std::unique_ptr<run::Stepper>(std::make_unique<LammpsStepper>(
        simulation, lammps, std::move(run), std::move(*frames), std::move(*insertions)));
}

}  // namespace talus::engines

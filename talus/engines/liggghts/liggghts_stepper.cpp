#include "talus/engines/liggghts/liggghts_stepper.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/engines/liggghts/liggghts_script.h"
#include "talus/engines/liggghts/liggghts_walls.h"
#include "talus/grains/measures.h"
#include "talus/run/own_files.h"

namespace talus::engines {
namespace {

class LiggghtsStepper final : public ProgramStepper {
  public:
    LiggghtsStepper(const scene::Simulation& simulation, const Lammps& liggghts, ProgramRun run,
                    LammpsFrames frames)
        : ProgramStepper(simulation, liggghts, "liggghts", std::move(run), std::move(frames)),
          walls_(couple::granular::grainSetup(simulation.scene()).walls) {}

    Result<step::StepReport> advance(scene::Simulation& simulation, std::uint64_t steps,
                                     const run::StepEvents& events) override {
        if (!process_)
            if (Status status = begin(simulation, events); !status) return status.error();
        const std::uint64_t taken = std::min(steps, run_length_.steps());
        if (Status status = process_->run(taken, !set_up_, run_length_, events.reached); !status)
            return status.error();
        set_up_ = true;
        setStep(reached() + taken);
        if (simulation.clock().endsFrame(reached())) return readFrame(simulation);
        return step::StepReport{};
    }

    Status update(scene::Simulation& simulation) override {
        if (set_up_ && simulation.world().step != reached()) {
            process_->send(fmt::format("write_dump all custom state.txt {} modify format {}\n",
                                       LammpsFrames::dump_columns, liggghtsFormat(16)));
            if (Status status = process_->await(); !status) return status.error();
            const auto report = readDump(workFolder() / "state.txt", simulation);
            if (!report) return report.error();
            if (!report->ok()) return Error{ErrorKind::Diverged, report->trouble->what};
            grains::clearWallSums(simulation.world());  // the means of the incomplete frame are lost
        }
        setWorldStep(simulation);
        return success();
    }

    Status end() override { return process_ ? process_->end() : success(); }

  private:
    Status begin(const scene::Simulation& simulation, const run::StepEvents& events) {
        model_ = liggghtsModel(simulation, programRun().last_frame);
        for (const std::string& line : model_.grains.missing) events.warning("left out: " + line);
        for (const std::string& line : model_.grains.notes) events.warning(line);
        if (Status status = writeLiggghtsInput(run::layout::lammps(programRun().folder), simulation, model_);
            !status)
            return status;
        auto process = LammpsProcess::start(lammps(), workFolder(), programRun().stop);
        if (!process) return process.error();
        process_.emplace(std::move(*process));
        process_->send(fmt::format("include in.{}\n", run::plainName(model_.grains.scene)));
        setSpringsKnown(false);
        return success();
    }

    Result<step::StepReport> readFrame(scene::Simulation& simulation) {
        auto report = readDump(workFolder() / fmt::format("dump.{}.txt", reached()), simulation);
        if (!report || !report->ok()) return report;
        if (Status loads =
                readLoads(workFolder() / "loads.txt", loadedWalls(model_), *walls_, reached(), simulation);
            !loads)
            return loads.error();
        return report;
    }

    std::shared_ptr<const environment::Walls> walls_;
    LiggghtsModel model_;
    std::optional<LammpsProcess> process_;
    bool set_up_ = false;  ///< LIGGGHTS has the forces of the present step
    LammpsRunLength run_length_;
};

}  // namespace

Result<std::unique_ptr<run::Stepper>> liggghtsStepper(const scene::Simulation& simulation,
                                                      const Lammps& liggghts, ProgramRun run) {
    if (Status status = run::deleteLammpsFiles(run.folder); !status) return status.error();
    auto frames = LammpsFrames::of(simulation);
    if (!frames) return frames.error();
    return std::unique_ptr<run::Stepper>(
        std::make_unique<LiggghtsStepper>(simulation, liggghts, std::move(run), std::move(*frames)));
}

}  // namespace talus::engines

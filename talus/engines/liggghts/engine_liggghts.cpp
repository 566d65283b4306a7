#include "talus/engines/liggghts/engine_liggghts.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/frame_recorder.h"
#include "talus/engines/lammps/lammps_process.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/engines/lammps/walls/lammps_loads.h"
#include "talus/engines/liggghts/liggghts_script.h"
#include "talus/engines/liggghts/liggghts_walls.h"
#include "talus/grains/measures.h"

namespace talus::engines {
namespace {

/// One run with LIGGGHTS.
class LiggghtsSession {
  public:
    LiggghtsSession(scene::Simulation& simulation, const Lammps& liggghts, const run::Path& folder,
                    const run::Options& options, FrameRecorder recorder)
        : simulation_(simulation),
          liggghts_(liggghts),
          folder_(folder),
          options_(options),
          recorder_(std::move(recorder)),
          walls_(couple::granular::grainSetup(simulation.scene()).walls) {}

    Result<run::Summary> go() {
        if (Status status = advance(); !status) {
            recorder_.log().error(status.error().message);
            return status.error();
        }
        return recorder_.summary();
    }

  private:
    Status advance() {
        if (recorder_.step() == 0)
            if (Status status = recorder_.endFrame(); !status) return status;
        if (recorder_.step() >= recorder_.lastStep()) return success();
        if (Status status = begin(); !status) return status;
        recorder_.setSpringsKnown(false);
        while (recorder_.step() < recorder_.lastStep()) {
            if (recorder_.stopRequested()) return interrupted();
            const std::uint64_t frame_end = recorder_.frameEnd();
            const std::uint64_t stop = std::min(frame_end, recorder_.step() + run_length_.steps());
            const Status status = process_->run(stop - recorder_.step(), !set_up_, run_length_,
                                                [&](std::uint64_t step) { recorder_.showProgress(step); });
            if (!status) return recorder_.failed(status.error());
            set_up_ = true;
            recorder_.setStep(stop);
            if (stop == frame_end)
                if (Status read = readFrame(); !read) return read;
        }
        // All frames are complete, so an error of LIGGGHTS at its end is only reported.
        if (Status ended = process_->end(); !ended) recorder_.report(ended.error().message);
        return success();
    }

    Status begin() {
        model_ = liggghtsModel(simulation_, options_.frames);
        for (const std::string& line : model_.grains.missing) recorder_.report("left out: " + line);
        for (const std::string& line : model_.grains.notes) recorder_.report(line);
        if (Status status = writeLiggghtsInput(run::layout::lammps(folder_), simulation_, model_); !status)
            return status;
        auto process = LammpsProcess::start(liggghts_, recorder_.workFolder(), options_.stop);
        if (!process) return process.error();
        process_.emplace(std::move(*process));
        process_->send(fmt::format("include in.{}\n", run::plainName(model_.grains.scene)));
        return success();
    }

    Status readFrame() {
        if (Status status = readState(recorder_.workFolder() / fmt::format("dump.{}.txt", recorder_.step()));
            !status)
            return status;
        const Status loads = readLoads(recorder_.workFolder() / "loads.txt", loadedWalls(model_), *walls_,
                                       recorder_.step(), simulation_);
        return loads ? recorder_.endFrame() : loads;
    }

    Status readState(const run::Path& dump) {
        if (Status status = recorder_.readDump(dump); !status) return status;
        std::error_code ignored;
        std::filesystem::remove(dump, ignored);
        return success();
    }

    Status interrupted() {
        if (set_up_ && simulation_.world().step != recorder_.step()) {
            process_->send(fmt::format("write_dump all custom state.txt {} modify format {}\n",
                                       FrameRecorder::dump_columns, liggghtsFormat(16)));
            if (Status status = process_->await(); !status) return recorder_.failed(status.error());
            if (Status status = readState(recorder_.workFolder() / "state.txt"); !status) return status;
            grains::clearWallSums(simulation_.world());  // the means of the incomplete frame are lost
        }
        return recorder_.interrupted();
    }

    scene::Simulation& simulation_;
    const Lammps& liggghts_;
    const run::Path& folder_;
    const run::Options& options_;
    FrameRecorder recorder_;
    std::shared_ptr<const environment::Walls> walls_;
    LiggghtsModel model_;
    std::optional<LammpsProcess> process_;
    bool set_up_ = false;  ///< LIGGGHTS has the forces of the present step
    LammpsRunLength run_length_;
};

}  // namespace

Result<run::Summary> runByLiggghts(scene::Simulation& simulation, const Lammps& liggghts,
                                   run::RunFolder& folder, const run::Options& options, run::Log& log,
                                   const run::Observer& observer) {
    auto recorder = FrameRecorder::open(simulation, folder.path(),
                                        {liggghts.name, "liggghts", liggghts.version, liggghts.ranks},
                                        options, log, observer);
    if (!recorder) return recorder.error();
    return LiggghtsSession(simulation, liggghts, folder.path(), options, std::move(*recorder)).go();
}

}  // namespace talus::engines

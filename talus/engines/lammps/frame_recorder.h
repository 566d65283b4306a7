#pragma once
#include <memory>

#include "talus/engines/lammps/lammps_frames.h"
#include "talus/grains/sources/lammps_dump.h"
#include "talus/run/frames.h"
#include "talus/run/runner.h"
#include "talus/run/stats.h"

namespace talus::engines {

/// Writes the run folder while another program computes the steps: frames, statistics, pictures, checkpoints
/// and progress. The other program is LAMMPS or LIGGGHTS.
class FrameRecorder {
  public:
    /// The other program.
    struct OtherProgram {
        std::string name;    ///< as messages name it
        std::string engine;  ///< the value of --engine that selects it
        std::string version;
        int ranks = 1;
    };
    /// The columns that readDump() needs in a dump.
    static constexpr const char* dump_columns =
        "id type x y z vx vy vz omegax omegay omegaz radius fx fy fz tqx tqy tqz";

    /// Opens the output files, and deletes the files of an earlier run in lammps/. Errors: those of the
    /// writers.
    static Result<FrameRecorder> open(scene::Simulation& simulation, const run::Path& folder,
                                      OtherProgram program, const run::Options& options, run::Log& log,
                                      const run::Observer& observer);

    state::World& world() { return simulation_->world(); }
    const step::Clock& clock() const { return simulation_->clock(); }
    std::uint64_t step() const { return step_; }
    void setStep(std::uint64_t step) { step_ = step; }
    std::uint64_t frame() const { return clock().frame(step_); }
    std::uint64_t lastStep() const { return options_->frames * clock().steps_per_frame; }
    /// The step at which the present frame ends.
    std::uint64_t frameEnd() const { return (frame() + 1) * clock().steps_per_frame; }
    bool stopRequested() const;
    /// The working folder of the other program.
    run::Path workFolder() const;

    /// Sets the world's step and time to the present step. @pre the world's state is that of this step
    void setWorldStep();
    /// Reads a dump into the world. Errors: Diverged, with failure/ written; Storage where it was cut off.
    Status readDump(const run::Path& path);
    /// Whether the world holds the springs of all contacts. If not, the statistics show no energy of springs.
    void setSpringsKnown(bool known) { *springs_known_ = known; }
    /// Whether a checkpoint is written at a frame.
    bool hasCheckpoint(std::uint64_t frame) const;
    /// Writes everything that belongs to a completed frame.
    Status endFrame();
    /// Writes a checkpoint of the present step after a request to stop. @return an Error (Interrupted) that
    /// says how to resume
    Error interrupted();

    /// Reports a text to the user and the log.
    void report(const std::string& text);
    /// @param reached the step that the other program is at
    void showProgress(std::uint64_t reached);
    /// Adds to an error of the other program how to resume.
    Error failed(Error error) const;
    run::Summary summary();
    run::Log& log() { return *log_; }

  private:
    struct Writers {
        run::FrameWriter frames;
        run::StatsWriter stats;
        LammpsFrames states;
        std::unique_ptr<bool> springs_known;  ///< read by the statistics
    };
    FrameRecorder(scene::Simulation& simulation, run::Path folder, OtherProgram program,
                  const run::Options& options, run::Log& log, const run::Observer& observer, Writers writers);
    Error diverged(const step::Trouble& trouble);
    Status save();
    run::Progress progress();

    scene::Simulation* simulation_;
    run::Path folder_;
    OtherProgram program_;
    const run::Options* options_;
    run::Log* log_;
    const run::Observer* observer_;
    run::FrameWriter frames_;
    run::StatsWriter stats_;
    LammpsFrames states_;
    std::unique_ptr<bool> springs_known_;
    std::uint64_t step_ = 0;     ///< the present step; all output up to it is written
    std::uint64_t reached_ = 0;  ///< the last step that the other program reported
    std::uint64_t first_step_ = 0;
    double first_time_ = 0;  ///< wall-clock time at first_step_ [s]
    double shown_ = 0;       ///< wall-clock time of the last progress report [s]
};

}  // namespace talus::engines

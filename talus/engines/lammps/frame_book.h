#pragma once
#include <memory>

#include "talus/engines/lammps/lammps_frames.h"
#include "talus/grains/sources/lammps_dump.h"
#include "talus/run/frames.h"
#include "talus/run/runner.h"
#include "talus/run/stats.h"

namespace talus::engines {

/// What a run folder gets while another program computes: frames, statistics, pictures, checkpoints, and word
/// of how far it is. The other program is LAMMPS or what speaks its language (LIGGGHTS).
class FrameBook {
  public:
    /// What the other program is called, and by which word --engine knows it.
    struct Who {
        std::string name, engine, version;
        int ranks = 1;
    };
    /// What a dump must hold of each grain for takeDump().
    static constexpr const char* dumped =
        "id type x y z vx vy vz omegax omegay omegaz radius fx fy fz tqx tqy tqz";

    /// Opens what is written, and deletes what the other program left in lammps/. Errors: as of the writers.
    static Result<FrameBook> open(scene::Simulation& simulation, const run::Path& folder, Who who,
                                  const run::Options& options, run::Log& log, const run::Observer& observer);

    state::World& world() { return simulation_->world(); }
    const step::Clock& clock() const { return simulation_->clock(); }
    std::uint64_t step() const { return step_; }
    void reach(std::uint64_t step) { step_ = step; }
    std::uint64_t frame() const { return clock().frame(step_); }
    std::uint64_t lastStep() const { return options_->frames * clock().steps_per_frame; }
    /// Steps up to the end of the present frame.
    std::uint64_t frameEnd() const { return (frame() + 1) * clock().steps_per_frame; }
    bool stopIsWished() const;
    /// Where the other program works.
    run::Path work() const;

    /// The world stands at the present step; nothing was computed that it does not know.
    void bringWorldHere();
    /// A dump becomes the world. Errors: Diverged, with failure/ written; Storage where it was cut off.
    Status takeDump(const run::Path& path);
    /// Whether the springs of all contacts are in the world; else the statistics show no energy of them.
    void knowSprings(bool known) { *springs_known_ = known; }
    /// Whether a checkpoint belongs to a frame.
    bool isSaved(std::uint64_t frame) const;
    /// What belongs to a completed frame.
    Status endFrame();
    /// A checkpoint of the present step after a wish to stop; an Error (Interrupted) that names it.
    Error interrupted();

    /// Tells the user, and the log.
    void tell(const std::string& text);
    /// @param reached the step that the other program is at
    void showProgress(std::uint64_t reached);
    /// What went wrong in the other program, and how to go on.
    Error failed(Error error) const;
    run::Summary summary();
    run::Log& log() { return *log_; }

  private:
    struct Writers {
        run::FrameWriter frames;
        run::StatsWriter stats;
        LammpsFrames states;
        std::unique_ptr<bool> springs_known;  ///< the statistics look at it
    };
    FrameBook(scene::Simulation& simulation, run::Path folder, Who who, const run::Options& options,
              run::Log& log, const run::Observer& observer, Writers writers);
    Error diverged(const step::Trouble& trouble);
    Status save();
    run::Progress progress();

    scene::Simulation* simulation_;
    run::Path folder_;
    Who who_;
    const run::Options* options_;
    run::Log* log_;
    const run::Observer* observer_;
    run::FrameWriter frames_;
    run::StatsWriter stats_;
    LammpsFrames states_;
    std::unique_ptr<bool> springs_known_;
    std::uint64_t step_ = 0;     ///< that all have reached
    std::uint64_t reached_ = 0;  ///< that the other program is at
    std::uint64_t first_step_ = 0;
    double first_time_ = 0;
    double shown_ = 0;
};

}  // namespace talus::engines

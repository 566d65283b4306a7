#pragma once
#include <memory>

#include "talus/engines/lammps/lammps_frames.h"
#include "talus/engines/lammps/lammps_program.h"
#include "talus/run/folder.h"
#include "talus/run/session/stepper.h"

namespace talus::engines {

/// The run that another program computes.
struct ProgramRun {
    run::Path folder;                         ///< the run folder; the program works in its lammps/
    std::uint64_t last_frame = 0;             ///< the last frame
    const std::atomic<bool>* stop = nullptr;  ///< when it becomes true, a long call of the program is ended
};

/// What steppers by LAMMPS and LIGGGHTS share: the step that is reached, and the copy of a dump's state into
/// the world.
class ProgramStepper : public run::Stepper {
  public:
    std::uint64_t step(const scene::Simulation&) const final { return step_; }
    std::string program() const final;
    std::string resumeOptions() const final;
    std::optional<std::vector<method::Columns>> columns(const scene::Simulation& simulation) const final;
    bool mayJump() const final { return false; }

  protected:
    /// @param engine the value of --engine that selects the program
    ProgramStepper(const scene::Simulation& simulation, Lammps program, std::string engine, ProgramRun run,
                   LammpsFrames frames);

    const ProgramRun& programRun() const { return run_; }
    const Lammps& lammps() const { return program_; }
    std::uint64_t reached() const { return step_; }
    void setStep(std::uint64_t step) { step_ = step; }
    /// The working folder of the program.
    run::Path workFolder() const;

    /// Sets the world's step and time to the present step. @pre the world's state is that of this step
    void setWorldStep(scene::Simulation& simulation) const;
    /// Reads a dump of the present step into the world and deletes its file. The report has trouble where a
    /// value is impossible. Error (Storage): the file was cut off.
    Result<step::StepReport> readDump(const run::Path& path, scene::Simulation& simulation);
    /// Whether the world holds the springs of all contacts. If not, the statistics show no energy of springs.
    void setSpringsKnown(bool known) { *springs_known_ = known; }

  private:
    Lammps program_;
    std::string engine_;
    ProgramRun run_;
    LammpsFrames frames_;
    std::uint64_t step_ = 0;
    std::unique_ptr<bool> springs_known_;  ///< read by the statistics
};

}  // namespace talus::engines

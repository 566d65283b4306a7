#pragma once
#include <string>
#include <vector>

#include "talus/step/stage.h"

namespace talus::step {

/// Time spent in a stage since the pipeline was made. Of a pass that several share, each has the part that
/// the threads spent in it.
struct StageTime {
    std::string name;
    double seconds = 0;
    std::uint64_t calls = 0;
};

/// The list of stages that makes a step, checked when it is composed: nothing is read before it is
/// written, unless the state holds it from the step before. Stages that work range by range (stage.h) are
/// taken along by the one before them; the results are as if each had had its own pass.
class Pipeline {
  public:
    /// Error (Runtime) naming the stage and the field, or the room, when scratch is read before any stage
    /// writes it.
    static Result<Pipeline> compose(std::string name, std::vector<Stage> stages);

    /// One step: every stage in order, then the world's time and step count advance. Stops after the
    /// first stage that reports trouble; time does not advance then. Scratch is filled with NaN, and
    /// rooms are emptied, before the step where the build validates.
    /// @param dt [s], > 0
    /// @param in_row must fit the steps before and after it
    StepReport run(state::World& world, const exec::Exec& exec, double dt, InRow in_row = {});

    const std::string& name() const { return name_; }
    const std::vector<StageTime>& times() const { return times_; }
    /// The list as a person reads it: each stage, what it reads and what it writes.
    std::string describe() const;

  private:
    Pipeline(std::string name, std::vector<Stage> stages);
    /// The step as that stage may see it.
    Step& as(std::size_t stage, Step& step) const;
    /// Runs stages `first` to `end` in one pass: the first takes the others along.
    void runTogether(Step& step, std::size_t first, std::size_t end);

    std::string name_;
    std::vector<Stage> stages_;
    std::vector<Access> accesses_;
    std::vector<StageTime> times_;
    Scratch scratch_;
};

}  // namespace talus::step

#pragma once
#include <string>
#include <vector>

#include "talus/step/stage.h"

namespace talus::step {

/// Wall time of a stage since the pipeline was made. Where several stages run fused in one pass, each has the
/// mean time that the threads spent in it.
struct StageTime {
    std::string name;
    double seconds = 0;
    std::uint64_t calls = 0;
};

/// The list of stages of a step. It is checked when it is composed: no stage may read values that no earlier
/// stage wrote, unless they are part of the state and remain from the step before. Stages that work range by
/// range (stage.h) run fused with the stage before them; the results are those of separate passes.
class Pipeline {
  public:
    /// Error (Runtime) that names the stage and the field or scratch, where a stage reads scratch before any
    /// stage writes it.
    static Result<Pipeline> compose(std::string name, std::vector<Stage> stages);

    /// Runs one step: every stage in order, then the world's time and step count advance. Stops after the
    /// first stage that reports trouble; time does not advance then. In builds that validate, columns of
    /// scratch are filled with NaN and other scratch is cleared before the step.
    /// @param dt [s], > 0
    /// @param in_row must agree with the steps before and after this one
    StepReport run(state::World& world, const exec::Exec& exec, double dt, InRow in_row = {});

    const std::string& name() const { return name_; }
    const std::vector<StageTime>& times() const { return times_; }
    /// The list as text: each stage with the fields that it reads and writes.
    std::string describe() const;

  private:
    Pipeline(std::string name, std::vector<Stage> stages);
    /// Sets the running stage of a step, whose declared accesses then apply.
    Step& as(std::size_t stage, Step& step) const;
    /// Runs the stages in [first, end) fused in one pass.
    void runTogether(Step& step, std::size_t first, std::size_t end);

    std::string name_;
    std::vector<Stage> stages_;
    std::vector<Access> accesses_;
    std::vector<StageTime> times_;
    Scratch scratch_;
};

}  // namespace talus::step

#pragma once
#include <chrono>
#include <initializer_list>
#include <vector>

#include "talus/core/rng.h"
#include "talus/exec/on_device.h"
#include "talus/step/pipeline.h"

namespace talus::step {

/// Times of the stages of a step on a device. There a stage returns before its loops are done. Timing it
/// means waiting for them, which costs time. So one of 16 steps is timed, and the total is extrapolated from
/// the mean of these. On a processor every step is timed.
class SampledTimes {
  public:
    explicit SampledTimes(const exec::Exec& exec) : exec_(exec) {}

    /// Adds stages that are listed even where they never run.
    void expect(std::initializer_list<const char*> names) {
        for (const char* name : names) add(name);
    }
    /// Begins a step. @param step its number; it is the index of the random draw of the steps that are timed
    void begin(std::uint64_t step) {
        timed_ = exec_.device() == exec::Device::Cpu || Random{}.uniform(step) < 1.0 / 16;
        for (Sample& sample : samples_) sample.ran = false;
    }
    /// Runs a stage of this step. A stage that runs twice in a step counts as two stages, as in a pipeline.
    template <class Stage>
    void run(const char* name, Stage stage) {
        const std::size_t k = nextOf(name);
        samples_[k].ran = true;
        StageTime& of = times_[k];
        ++of.calls;
        if (!timed_) return stage();
        exec::wait(exec_);
        const double from = now();
        stage();
        exec::wait(exec_);
        Sample& sample = samples_[k];
        sample.seconds += now() - from;
        ++sample.calls;
        of.seconds = sample.seconds / sample.calls * static_cast<double>(of.calls);
    }
    const std::vector<StageTime>& all() const { return times_; }

  private:
    struct Sample {
        double seconds = 0, calls = 0;
        bool ran = false;  ///< in this step
    };
    static double now() {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    /// The first stage of this name that has not yet run in this step; a new one where there is none.
    std::size_t nextOf(const char* name) {
        for (std::size_t k = 0; k < times_.size(); ++k)
            if (times_[k].name == name && !samples_[k].ran) return k;
        return add(name);
    }
    std::size_t add(const char* name) {
        times_.push_back({name, 0, 0});
        samples_.emplace_back();
        return times_.size() - 1;
    }

    exec::Exec exec_;
    bool timed_ = true;
    std::vector<StageTime> times_;
    std::vector<Sample> samples_;  ///< of the calls that were timed
};

}  // namespace talus::step

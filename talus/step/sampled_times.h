#pragma once
#include <chrono>
#include <initializer_list>
#include <vector>

#include "talus/core/rng.h"
#include "talus/exec/on_device.h"
#include "talus/step/pipeline.h"

namespace talus::step {

/// Times of the stages of a step on a device. There a stage returns before its loops are done; to know how
/// long they take one has to wait for them, which costs time. So that is done in one of 16 steps, and the
/// mean of these stands for all. On a processor every step is timed.
class SampledTimes {
  public:
    explicit SampledTimes(const exec::Exec& exec) : exec_(exec) {}

    /// Stages that are told even when they do not run.
    void expect(std::initializer_list<const char*> names) {
        for (const char* name : names) add(name);
    }
    /// A step begins. @param step its number, by which those that are timed are drawn
    void begin(std::uint64_t step) {
        timed_ = exec_.device() == exec::Device::Cpu || Random{}.uniform(step) < 1.0 / 16;
        for (Sample& sample : samples_) sample.ran = false;
    }
    /// Runs a stage of this step. One that runs twice in a step is two stages, as in a pipeline.
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
    /// The first stage of this name that did not run in this step.
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

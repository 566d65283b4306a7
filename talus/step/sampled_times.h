#pragma once
#include <algorithm>
#include <chrono>
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
        for (const char* name : names) indexOf(name);
    }
    /// A step begins. @param step its number, by which those that are timed are drawn
    void begin(std::uint64_t step) {
        timed_ = exec_.device() == exec::Device::Cpu || Random{}.uniform(step) < 1.0 / 16;
    }
    /// Runs a stage of this step.
    template <class Stage>
    void run(const char* name, Stage stage) {
        const std::size_t k = indexOf(name);
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
    };
    static double now() {
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }
    std::size_t indexOf(const char* name) {
        const auto of =
            std::find_if(times_.begin(), times_.end(), [&](const StageTime& t) { return t.name == name; });
        if (of != times_.end()) return static_cast<std::size_t>(of - times_.begin());
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

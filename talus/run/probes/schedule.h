#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "talus/method/probes/probe.h"
#include "talus/step/clock.h"

namespace talus::run {

/// The first step at or after each multiple of an interval, counted from the start of each frame, and the
/// last step of each frame.
class Interval {
  public:
    /// @param seconds length of the interval; 0: only frames
    Interval(const step::Clock& clock, double seconds)
        : in_frame_(clock.steps_per_frame), steps_(seconds / clock.dt()) {}

    /// The first of these steps after `step`.
    std::uint64_t next(std::uint64_t step) const {
        const std::uint64_t within = step % in_frame_, frame = step - within;
        if (!(steps_ > 0)) return frame + in_frame_;
        // A multiple up to round-off counts as that multiple.
        const double done = std::floor(static_cast<double>(within) / steps_ * (1 + 1e-12));
        const double due = std::ceil((done + 1) * steps_ * (1 - 1e-12));
        return frame + (due < static_cast<double>(in_frame_) ? static_cast<std::uint64_t>(due) : in_frame_);
    }

  private:
    std::uint64_t in_frame_;
    double steps_;
};

/// The steps at which a probe samples the state and writes a row. There is a row at each of its intervals and
/// at each frame, so that a checkpoint at a frame always has a row. Fluxes and means also sample between
/// rows; means over a window sample at each step of the window.
class Schedule {
  public:
    Schedule(const step::Clock& clock, const method::Probe& probe)
        : rows_(clock, probe.every.value_or(0)),
          samples_(clock, clock.frame_interval / samples_per_frame),
          between_(samplesBetween(probe)),
          window_(probe.window ? stepsIn(*probe.window, clock.dt()) : 0) {}

    static bool samplesBetween(const method::Probe& probe) {
        return probe.mean || probe.window || probe.countsFlow();
    }

    std::uint64_t nextRow(std::uint64_t step) const { return rows_.next(step); }
    std::uint64_t nextSample(std::uint64_t step) const {
        if (window_ > 0)
            return std::max(step + 1, rows_.next(step) + 1 - std::min(window_, rows_.next(step)));
        return between_ ? std::min(rows_.next(step), samples_.next(step)) : rows_.next(step);
    }
    bool isRow(std::uint64_t step) const { return step == 0 || nextRow(step - 1) == step; }
    bool isSample(std::uint64_t step) const { return step == 0 || nextSample(step - 1) == step; }
    /// Whether a run that stops at this step can be resumed with the same results: a probe that samples
    /// between rows must have a sample at this step. A window has a sample at each step.
    bool mayStop(std::uint64_t step) const { return !between_ || window_ > 0 || isSample(step); }

  private:
    static std::uint64_t stepsIn(double seconds, double dt) {
        return static_cast<std::uint64_t>(std::max(1.0, std::round(seconds / dt)));
    }
    /// Chosen so that between two samples things move by less than a hundredth of their motion per frame. For
    /// grains, which have many steps per frame, sampling then takes a negligible time.
    static constexpr double samples_per_frame = 100;

    Interval rows_, samples_;
    bool between_;
    std::uint64_t window_;  ///< [steps]; 0: none
};

}  // namespace talus::run

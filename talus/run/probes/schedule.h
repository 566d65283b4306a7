#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "talus/method/probes/probe.h"
#include "talus/step/clock.h"

namespace talus::run {

/// Steps at or first behind each multiple of an interval, counted from every frame anew, and those that end a
/// frame.
class Interval {
  public:
    /// @param seconds of it; 0: frames alone
    Interval(const step::Clock& clock, double seconds)
        : in_frame_(clock.steps_per_frame), steps_(seconds / clock.dt()) {}

    /// The first of these steps behind this one.
    std::uint64_t next(std::uint64_t step) const {
        const std::uint64_t within = step % in_frame_, frame = step - within;
        if (!(steps_ > 0)) return frame + in_frame_;
        // What is a multiple but for round-off is that multiple.
        const double done = std::floor(static_cast<double>(within) / steps_ * (1 + 1e-12));
        const double due = std::ceil((done + 1) * steps_ * (1 - 1e-12));
        return frame + (due < static_cast<double>(in_frame_) ? static_cast<std::uint64_t>(due) : in_frame_);
    }

  private:
    std::uint64_t in_frame_;
    double steps_;
};

/// When a probe looks at the state, and when that gives a row. Rows stand at its interval and at each frame,
/// so that a checkpoint at a frame never stands between two. Fluxes and means look in between as well; means
/// over a window at each step of it.
class Schedule {
  public:
    Schedule(const step::Clock& clock, const method::Probe& probe)
        : rows_(clock, probe.every.value_or(0)),
          looks_(clock, clock.frame_interval / looks_a_frame),
          between_(looksBetween(probe)),
          window_(probe.window ? stepsIn(*probe.window, clock.dt()) : 0) {}

    static bool looksBetween(const method::Probe& probe) {
        return probe.mean || probe.window || probe.countsFlow();
    }

    std::uint64_t nextRow(std::uint64_t step) const { return rows_.next(step); }
    std::uint64_t nextSample(std::uint64_t step) const {
        if (window_ > 0)
            return std::max(step + 1, rows_.next(step) + 1 - std::min(window_, rows_.next(step)));
        return between_ ? std::min(rows_.next(step), looks_.next(step)) : rows_.next(step);
    }
    bool isRow(std::uint64_t step) const { return step == 0 || nextRow(step - 1) == step; }
    bool isSample(std::uint64_t step) const { return step == 0 || nextSample(step - 1) == step; }
    /// Whether a run may stop here and go on later as if it had not: what looks between rows must have just
    /// looked. Of a window each step is a look.
    bool mayStop(std::uint64_t step) const { return !between_ || window_ > 0 || isSample(step); }

  private:
    static std::uint64_t stepsIn(double seconds, double dt) {
        return static_cast<std::uint64_t>(std::max(1.0, std::round(seconds / dt)));
    }
    /// Chosen: what moves through a picture in some frames goes a few hundredths of it from look to look, and
    /// of grains, whose steps are many, looking takes no time that counts.
    static constexpr double looks_a_frame = 100;

    Interval rows_, looks_;
    bool between_;
    std::uint64_t window_;  ///< [steps]; 0: there is none
};

}  // namespace talus::run

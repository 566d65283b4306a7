#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "talus/step/clock.h"

namespace talus::run {

/// Steps after which a probe has a row: the first ones at or behind each multiple of its interval, counted
/// from every frame anew, and those that end a frame. A checkpoint at a frame so never stands between two
/// rows.
class Schedule {
  public:
    /// @param every [s]; none: at each frame
    Schedule(const step::Clock& clock, std::optional<double> every)
        : in_frame_(clock.steps_per_frame), steps_(every ? *every / clock.dt() : 0) {}

    /// The first step behind this one that has a row.
    std::uint64_t next(std::uint64_t step) const {
        const std::uint64_t within = step % in_frame_, frame = step - within;
        if (!(steps_ > 0)) return frame + in_frame_;
        // What is a multiple but for round-off is that multiple.
        const double done = std::floor(static_cast<double>(within) / steps_ * (1 + 1e-12));
        const double due = std::ceil((done + 1) * steps_ * (1 - 1e-12));
        return frame + (due < static_cast<double>(in_frame_) ? static_cast<std::uint64_t>(due) : in_frame_);
    }
    bool isDue(std::uint64_t step) const { return step == 0 || next(step - 1) == step; }

  private:
    std::uint64_t in_frame_;
    double steps_;  ///< of an interval; 0: none
};

}  // namespace talus::run

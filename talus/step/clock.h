#pragma once
#include <cstdint>

namespace talus::step {

/// Frames come at fixed intervals of simulated time; each frame is a whole number of equal steps.
struct Clock {
    double frame_interval = 0;          ///< [s]
    std::uint64_t steps_per_frame = 1;  ///< >= 1

    /// The clock with the longest step that is at most `longest_dt` and divides the frame evenly.
    /// @pre both > 0
    static Clock forLongestStep(double frame_interval, double longest_dt);

    double dt() const { return frame_interval / static_cast<double>(steps_per_frame); }
    /// Number of completed frames after `step` steps; frame 0 is the initial state.
    std::uint64_t frame(std::uint64_t step) const { return step / steps_per_frame; }
    bool endsFrame(std::uint64_t step) const { return step % steps_per_frame == 0; }
    /// The time after `step` steps [s]. It follows from the count, so round-off does not add up.
    double time(std::uint64_t step) const {
        return frame_interval * (static_cast<double>(step) / static_cast<double>(steps_per_frame));
    }
};

}  // namespace talus::step

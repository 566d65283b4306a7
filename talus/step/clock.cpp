#include "talus/step/clock.h"

#include <cmath>

#include "talus/core/check.h"

namespace talus::step {

Clock Clock::forLongestStep(double frame_interval, double longest_dt) {
    TALUS_ASSERT(frame_interval > 0 && longest_dt > 0, "a clock needs a positive interval and step");
    // The factor keeps round-off from adding a step where the frame is a whole number of longest steps.
    const double steps = std::ceil(frame_interval / longest_dt * (1 - 1e-12));
    return {frame_interval, steps < 1 ? 1 : static_cast<std::uint64_t>(steps)};
}

}  // namespace talus::step

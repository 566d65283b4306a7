#pragma once
#include <string>

#include "talus/particles/pipeline.h"

namespace talus::particles {

/// Estimate of a system's time step, memory and work.
struct Needs {
    double longest_step = 0;      ///< [s]; infinite: any
    std::string why;              ///< what limits it
    std::uint64_t most = 0;       ///< maximum number of particles at a time, estimated
    double bytes = 0;             ///< memory for them
    double steps_per_second = 0;  ///< particle-steps per second and thread, estimated
};

/// @param end of the run [s] @param frame_interval [s]
Needs needsOf(const Setup& setup, double end, double frame_interval);

}  // namespace talus::particles

#pragma once
#include <string>

#include "talus/particles/pipeline.h"

namespace talus::particles {

/// What a system asks for before it runs.
struct Needs {
    double longest_step = 0;      ///< [s]; infinite: any
    std::string why;              ///< what sets it
    std::uint64_t most = 0;       ///< particles at a time, about
    double bytes = 0;             ///< memory for them
    double steps_per_second = 0;  ///< particle-steps a second and thread, about
};

/// @param end of the run [s] @param frame_interval [s]
Needs needsOf(const Setup& setup, double end, double frame_interval);

}  // namespace talus::particles

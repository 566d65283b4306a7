#pragma once
#include <string>
#include <vector>

#include "talus/core/result.h"
#include "talus/exec/exec.h"

namespace talus::cli {

/// How the steps of a scene are timed.
struct SceneBench {
    std::string path;
    std::vector<std::string> overrides;
    double warm_up = 0;  ///< simulated time before the clock starts [s]
    int repeats = 5;
    double seconds = 1;  ///< approximate duration of a repeat [s]
    int threads = 0;
    exec::Device device = exec::Device::Cpu;
    std::vector<std::string> columns;  ///< of stats.csv; their last values are printed
};

/// Runs the scene without writing files, and prints the median of the repeats: particle-steps per second,
/// simulated seconds per second, bytes per particle, and the share of each stage. @return the exit code
int benchScene(const SceneBench& bench);

}  // namespace talus::cli

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
    double seconds = 1;  ///< about how long one repeat takes
    int threads = 0;
    exec::Device device = exec::Device::Cpu;
    std::vector<std::string> columns;  ///< of stats.csv, printed as they are at the end
};

/// Runs the scene without writing anything, and prints the median of the repeats: particle-steps a second,
/// simulated seconds a second, bytes a particle, and what each stage takes. @return the exit code
int benchScene(const SceneBench& bench);

}  // namespace talus::cli

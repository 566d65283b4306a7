#pragma once
#include <cstdint>

#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::scene {

/// What a run will take, known before it starts.
struct Estimate {
    double step = 0;  ///< of the scene: the longest of all methods, each of which takes its own within it [s]
    std::string why;  ///< what set it; empty where the scene says it
    std::uint64_t steps = 0;  ///< in the whole run
    std::uint64_t frames = 0;
    double memory_bytes = 0;             ///< of the process, at its peak
    double disk_bytes = 0;               ///< frames and checkpoints, without images
    double work = 0;                     ///< [s] of one thread, about; 0: not known
    std::vector<method::Needs> methods;  ///< of those that the scene uses, in the order of the list
};
/// @pre the scene passed all but the last pass of the check
Estimate estimate(const method::Scene& scene);

}  // namespace talus::scene

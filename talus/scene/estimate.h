#pragma once
#include <cstdint>

#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::scene {

/// The steps, memory, disk and time of a run, estimated before it starts.
struct Estimate {
    /// Step of the scene: the longest of its methods' steps; others take sub-steps in it [s].
    double step = 0;
    std::string why;          ///< what limits the step; empty where the scene gives it
    std::uint64_t steps = 0;  ///< in the whole run
    std::uint64_t frames = 0;
    double memory_bytes = 0;             ///< of the process, at its peak
    double disk_bytes = 0;               ///< frames and checkpoints, without images
    double work = 0;                     ///< time on one thread [s]; 0: not known
    std::vector<method::Needs> methods;  ///< of the methods that the scene uses, in the order of the list
};
/// @pre the scene passed all passes of the check except the last
Estimate estimate(const method::Scene& scene);

}  // namespace talus::scene

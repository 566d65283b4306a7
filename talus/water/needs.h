#pragma once
#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::water {

method::Needs needs(const method::Scene& scene);

/// How much a run moves, for estimates of what takes time in each step: at the speed to be expected, and as
/// if no sink took any water.
struct Course {
    double steps = 0;      ///< of the water in the whole run
    double particles = 0;  ///< in a step, in the mean over the run
};
/// @pre the scene passed the check, and has water
Course courseOf(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::water

#pragma once
#include "talus/method/needs.h"
#include "talus/method/scene.h"

namespace talus::water {

method::Needs needs(const method::Scene& scene);

/// The size of a run, for estimates of its time: at the expected maximum speed, and without the effect of
/// sinks.
struct Course {
    double steps = 0;      ///< steps of the water in the whole run
    double particles = 0;  ///< mean number over the run
};
/// @pre the scene passed the check, and has water
Course courseOf(const method::Scene& scene);
std::vector<method::Line> summary(const method::Scene& scene);

}  // namespace talus::water

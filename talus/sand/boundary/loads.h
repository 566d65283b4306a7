#pragma once
#include "talus/environment/contact/obstacles.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

namespace talus::sand {

/// The fields that addLoads() changes.
std::vector<step::FieldRef> loadFields(const Boundaries& boundaries);

/// Adds impulses to the sums of the frame, and to what free bodies take in their next steps. Angular
/// impulses are about the reference point of each wall; of the ground about the origin.
void addImpulses(step::Step& step, const Boundaries& boundaries, const environment::Loads& given);

/// addImpulses(), and counts the time of the step. Once in each step.
void addLoads(step::Step& step, const Boundaries& boundaries, const environment::Loads& given,
              const environment::WallsAt& now);

/// sum += part. @pre both have the loads of all walls
void addTo(environment::Loads& sum, const environment::Loads& part);

}  // namespace talus::sand

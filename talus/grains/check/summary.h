#pragma once
#include <vector>

#include "talus/grains/expected.h"
#include "talus/method/needs.h"
#include "talus/method/scene.h"

/// The lines of `talus check` about grains.
namespace talus::grains {

/// The shapes of grains that are clumps.
std::vector<method::Line> shapeLines(const method::Scene& scene);

/// The contacts: how long they last, their laws, stiffness that was chosen, and restitutions in steps.
std::vector<method::Line> contactLines(const method::Scene& scene, const Expected& expected);

}  // namespace talus::grains

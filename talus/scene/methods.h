#pragma once
#include <vector>

#include "talus/method/method.h"
#include "talus/settings/fill.h"

namespace talus::scene {

/// The methods and couplings that Talus has, in the order in which their tables stand in the state.
const method::Methods& methods();

/// What tables of a scene start from: a material from the known one that it is like, a contact from its two
/// materials.
/// @param scene outlives what is returned; contacts see the materials that it has when they are read
std::vector<settings::Start> startsOf(const method::Scene& scene);

}  // namespace talus::scene

#pragma once
#include <vector>

#include "talus/method/method.h"
#include "talus/settings/fill.h"

namespace talus::scene {

/// The methods and couplings of Talus, in the order of their tables in the state.
const method::Methods& methods();

/// The values that tables of a scene start from: those of a material follow from the known material that it
/// is `like`, those of a contact from its two materials.
/// @param scene must outlive the result; contacts use the materials that it has when they are read
std::vector<settings::Start> startsOf(const method::Scene& scene);

}  // namespace talus::scene

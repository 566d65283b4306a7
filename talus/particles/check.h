#pragma once
#include <string>
#include <vector>

#include "talus/environment/environment.h"
#include "talus/particles/scene.h"

namespace talus::particles {

/// An error in an entry of a scene that the checks of single keys do not find.
struct Finding {
    std::string section;    ///< "particle_emitter"
    std::size_t index = 0;  ///< of the entry in it
    std::string key;
    std::string message, hint;
};

std::vector<Finding> check(const Part& part, const environment::Environment& environment);

}  // namespace talus::particles

#pragma once
#include <vector>

#include "talus/particles/scene.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill a particles::Part.
namespace talus::particles {

settings::Section systemSection();
settings::Section emitterSection();
settings::Section vortexSection();
settings::Section attractorSection();
settings::Section bounceSection();

/// All of them, in the order in which a scene is written.
std::vector<settings::Section> sections();

/// The system that an entry belongs to.
template <class T>
settings::Parameter systemRow() {
    return settings::parameter(&T::system, {.key = "system",
                                            .required = true,
                                            .refers_to = "particles",
                                            .doc = "The particle system that it belongs to."});
}

}  // namespace talus::particles

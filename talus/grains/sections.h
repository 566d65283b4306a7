#pragma once
#include "talus/grains/scene.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill a grains::Part.
namespace talus::grains {

settings::Section grainsSection();
settings::Section contactSection();  ///< of the built-in laws
/// @param of_laws the key `law` and the keys of the laws: lawParameters()
settings::Section contactSection(const std::vector<settings::Parameter>& of_laws);
settings::Section grainShapeSection();
settings::Section emitterSection();
settings::Section fillSection();
settings::Section importSection();
settings::Section grainSection();

}  // namespace talus::grains

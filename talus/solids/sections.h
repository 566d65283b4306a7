#pragma once
#include "talus/settings/section.h"
#include "talus/solids/scene.h"

/// The tables of a scene file that fill a solids::Part.
namespace talus::solids {

settings::Section bodySection();
settings::Section jointSection();
settings::Section chainSection();

}  // namespace talus::solids

#pragma once
#include "talus/ground/scene.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill a ground::Part.
namespace talus::ground {

settings::Section groundSection();
settings::Section soilSection();

}  // namespace talus::ground

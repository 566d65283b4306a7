#pragma once
#include "talus/method/common.h"
#include "talus/settings/section.h"

/// The sections of a scene file that fill a method::Common, except those of its environment.
namespace talus::scene {

settings::Section topSection();
settings::Section timeSection();
/// @param fields that frames of points can hold
settings::Section outputSection(std::vector<std::string_view> fields);
/// @param colours the values of render.colour
settings::Section renderSection(std::vector<std::string_view> colours);
settings::Section cameraSection();
settings::Section probeSection();

}  // namespace talus::scene

#pragma once
#include "talus/method/common.h"
#include "talus/settings/section.h"

/// The tables of a scene file that fill a method::Common, but for those of its environment.
namespace talus::scene {

settings::Section topSection();
settings::Section timeSection();
/// @param fields that frames of points can hold
settings::Section outputSection(std::vector<std::string_view> fields);
/// @param colours what pictures can be coloured by
settings::Section renderSection(std::vector<std::string_view> colours);
settings::Section cameraSection();
settings::Section probeSection();

}  // namespace talus::scene

#pragma once
#include <array>
#include <string_view>

#include "talus/picture/colour.h"

namespace talus::picture {

/// Maps numbers to colours. Lightness increases monotonically, so that the order of values is visible in grey
/// prints and to colour-blind readers.
enum class ColourMap {
    Viridis,  ///< dark violet, green, yellow
    Plasma,   ///< dark blue, magenta, yellow
    Inferno   ///< black, red, pale yellow
};

struct NamedColourMap {
    std::string_view name;
    ColourMap map;
};

/// The names for scene files and the command line.
inline constexpr std::array<NamedColourMap, 3> colour_maps{
    {{"viridis", ColourMap::Viridis}, {"plasma", ColourMap::Plasma}, {"inferno", ColourMap::Inferno}}};

/// The colour at t; t outside [0, 1] takes the colour of the nearer end.
Colour colourAt(ColourMap map, double t);

/// The colour of a value that is not a number: a pink that is in no map.
inline constexpr Colour missing_value_colour{1.0f, 0.0f, 0.55f};

}  // namespace talus::picture

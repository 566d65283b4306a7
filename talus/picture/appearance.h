#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// Colours of materials, to be used as they are or as the mean of a palette. Chosen by eye.
inline constexpr Colour sand_colour{0.83f, 0.73f, 0.58f};
inline constexpr Colour gravel_colour{0.60f, 0.58f, 0.55f};

/// The colours of the grains of one material: around `mean`, most a little lighter, darker or redder than it,
/// a few pale as quartz, a few dark or rust-red. `variety` 0 gives every grain the mean, 1 natural sand. The
/// colour of a grain depends on its id alone, so it keeps it from frame to frame.
std::vector<Colour> grainColours(Colour mean, std::span<const std::uint32_t> id, float variety = 1);

/// The same for grains 0 .. count - 1.
std::vector<Colour> grainColours(Colour mean, std::size_t count, float variety = 1);

/// The colours of values on a legend's scale. A value outside its range takes the colour of the nearer end;
/// one that is not a number takes missing_value_colour.
std::vector<Colour> fieldColours(std::span<const double> value, const Legend& legend);

/// A legend whose range holds the values, with round ends. `share` in (0, 1] is the share of the values, from
/// the middle, that must fit, so that a few wild ones do not wash out the rest. Values that are not finite do
/// not count; without any value the range is 0 to 1.
Legend legendFor(std::string name, std::string unit, std::span<const double> value,
                 ColourMap map = ColourMap::Viridis, double share = 0.99);

}  // namespace talus::picture

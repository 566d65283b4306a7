#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// Colours of materials, used directly or as the mean of a palette. Chosen by eye.
inline constexpr Colour sand_colour{0.83f, 0.73f, 0.58f};
inline constexpr Colour gravel_colour{0.60f, 0.58f, 0.55f};

/// The colours of the grains of one material: around `mean`, most a little lighter, darker or redder than it,
/// a few pale as quartz, a few dark or rust-red. `variety` 0 gives every grain the mean, 1 natural sand. The
/// colour of a grain depends on its id alone, so it keeps it from frame to frame.
std::vector<Colour> grainColours(Colour mean, std::span<const std::uint32_t> id, float variety = 1);

/// The colours of grains with the ids 0 .. count - 1.
std::vector<Colour> grainColours(Colour mean, std::size_t count, float variety = 1);

/// The colours of values on a legend's scale. A value outside its range takes the colour of the nearer end;
/// one that is not a number takes missing_value_colour.
std::vector<Colour> fieldColours(std::span<const double> value, const Legend& legend);

/// A legend whose range contains the values and has round ends. `share` in (0, 1] is the central share of the
/// values that must be in the range, so that a few outliers do not stretch it. Values that are not finite are
/// ignored; without any value the range is 0 to 1.
Legend legendFor(std::string name, std::string unit, std::span<const double> value,
                 ColourMap map = ColourMap::Viridis, double share = 0.99);

}  // namespace talus::picture

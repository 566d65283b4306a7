#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/picture/picture.h"

namespace talus::picture {

/// Colours of materials: for all grains, or as the mean of grainColours. Chosen by eye.
inline constexpr Colour sand_colour{0.83f, 0.73f, 0.58f};
inline constexpr Colour gravel_colour{0.60f, 0.58f, 0.55f};

/// The colours of the grains of one material. They scatter around `mean`: half of the grains only differ a
/// little in brightness and warmth, others are pale as quartz, rust-red or dark. `variety` 0 gives every
/// grain the mean, 1 looks like natural sand. The colour of a grain depends only on its id, so that it is the
/// same in all frames.
std::vector<Colour> grainColours(Colour mean, std::span<const std::uint32_t> id, float variety = 1);

/// The colours of grains with the ids 0 .. count - 1.
std::vector<Colour> grainColours(Colour mean, std::size_t count, float variety = 1);

/// The colours of values on a legend's scale. A value outside its range takes the colour of the nearer end;
/// one that is not a number, or <= 0 on a logarithmic scale, takes missing_value_colour.
std::vector<Colour> fieldColours(std::span<const double> value, const Legend& legend);

/// A legend whose range has round ends and contains the central share `share`, in (0, 1], of the values. With
/// less than 1 a few outliers do not stretch the range. Values that are not finite are ignored. Without any
/// value the range is 0 to 1.
Legend legendFor(std::string name, std::string unit, std::span<const double> value,
                 ColourMap map = ColourMap::Viridis, double share = 0.99);

}  // namespace talus::picture

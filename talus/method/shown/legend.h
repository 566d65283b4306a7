#pragma once
#include "talus/method/common.h"
#include "talus/method/drawing.h"

namespace talus::method {

/// The legend of a picture that is coloured by values, with the scale of its style. Ends that the style
/// leaves open are those of the scene (render.colour_min, colour_max), or else come from the values.
/// @param unit_size of the legend's unit in SI units: pi/180 where it shows degrees
/// @param share of the values within open ends (picture::legendFor)
picture::Legend legendOf(const Common& scene, const PictureStyle& style, std::string name, std::string unit,
                         std::span<const double> values, double share = 0.99, double unit_size = 1);

}  // namespace talus::method

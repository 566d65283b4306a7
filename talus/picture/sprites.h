#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/colour.h"

namespace talus::picture {

/// Many soft puffs without a surface: smoke, dust, spray, sparks. Each faces the eye and fades towards its
/// edge, and where it meets something solid. Together they are lit as a cloud: what is deep in it gets little
/// sun. Of colour, opacity and emission there is one for each centre, or one for all. The spans are only read
/// while a picture is drawn.
struct Sprites {
    std::span<const Vec3d> centre;   ///< m
    std::span<const double> radius;  ///< m, > 0; one for each centre, or one for all
    std::vector<Colour> colour;      ///< of the matter, or of its glow
    std::vector<float> opacity{1};   ///< share of the light from behind that its middle takes away, 0 to 1
    std::vector<float> emission{0};  ///< 0: smoke, which is lit and hides; 1: a spark, whose light is added
    std::span<const Vec3d>
        streak{};  ///< [m], one a centre: drawn as a line from centre - streak; empty: none
    std::span<const std::uint32_t>
        id{};              ///< seeds the look of each, and orders equal depths; empty: its index
    float texture = 1;     ///< 0: a smooth round puff; 1: billows and wisps
    float brightness = 1;  ///< of emission, >= 0; 1 looks as white as paper in the sun
    float pixels = 0;      ///< > 0: points so many pixels across, with a firm edge, whatever their radius
};

/// Are they fit to be drawn? Errors: Input.
Status checkSprites(const Sprites& sprites, std::size_t index);
/// The smallest box around those at a finite place; without any, min > max.
geometry::Box boundsOf(const Sprites& sprites);

}  // namespace talus::picture

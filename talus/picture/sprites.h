#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/core/result.h"
#include "talus/geometry/shapes.h"
#include "talus/picture/colour.h"

namespace talus::picture {

/// Many soft puffs without a surface: smoke, dust, spray, sparks. Each faces the eye. It fades towards its
/// edge and where it meets something solid. All together are lit as a cloud: puffs deep inside it get little
/// sun. Colour, opacity and emission have one value for each centre, or one for all. The spans are only read
/// while a picture is drawn.
struct Sprites {
    std::span<const Vec3d> centre;   ///< m
    std::span<const double> radius;  ///< m, > 0; one for each centre, or one for all
    std::vector<Colour> colour;      ///< of the smoke, or of the light that it emits
    std::vector<float> opacity{1};   ///< share of the light from behind that the middle absorbs, 0 to 1
    std::vector<float> emission{0};  ///< 0: smoke, which is lit and hides things behind; 1: a spark, whose
                                     ///< light is added
    /// [m], one for each centre: the sprite is drawn as a line from centre - streak to centre. Empty: none.
    std::span<const Vec3d> streak{};
    /// Seeds the appearance, and orders sprites of equal depth. Empty: the index does.
    std::span<const std::uint32_t> id{};
    float texture = 1;     ///< 0: a smooth round puff; 1: billows and wisps
    float brightness = 1;  ///< of emission, >= 0; 1 looks as bright as white paper in the sun
    float pixels = 0;  ///< > 0: the diameter of each sprite in pixels, with a sharp edge, whatever its radius
};

/// Whether the sprites can be drawn. Errors: Input.
Status checkSprites(const Sprites& sprites, std::size_t index);
/// The smallest box around the sprites with a finite position. Without such sprites, min > max.
geometry::Box boundsOf(const Sprites& sprites);

}  // namespace talus::picture

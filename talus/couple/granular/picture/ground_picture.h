#pragma once
#include <optional>

#include "talus/couple/granular/scene.h"
#include "talus/method/drawing.h"
#include "talus/picture/picture.h"
#include "talus/state/columns.h"

namespace talus::couple::granular {

/// Colours of the ground besides its material.
inline constexpr const char* colour_by_height = "height";
inline constexpr const char* colour_by_slope = "slope";
inline constexpr const char* colour_by_change = "change";  ///< of the height since the start
inline bool isGroundColour(std::string_view colour) {
    return colour == colour_by_height || colour == colour_by_slope || colour == colour_by_change;
}

/// Adds the ground to a picture, and a legend if its colours need one.
/// @param heights one for each column of the scene's ground; they must outlive the drawing of the picture
/// @param columns of the frame: columns with grains that became ground are drawn like these grains
void addGround(picture::Picture& picture, const Scene& scene, exec::View<const double> heights,
               const method::PictureStyle& look, const state::ColumnsView& columns);

/// The block of land that pictures show of a scene's ground, with the heights at the start.
geometry::Box groundBlock(const Scene& scene);

}  // namespace talus::couple::granular

#pragma once
#include <optional>

#include "talus/couple/granular/scene.h"
#include "talus/method/drawing.h"
#include "talus/picture/picture.h"
#include "talus/state/columns.h"

namespace talus::couple::granular {

/// What the ground can be coloured by besides its material.
inline constexpr const char* colour_by_height = "height";
inline constexpr const char* colour_by_slope = "slope";
inline bool isGroundColour(std::string_view colour) {
    return colour == colour_by_height || colour == colour_by_slope;
}

/// Adds the ground to a picture, and a legend where its colours need one. `heights`, one a column of the
/// scene's ground, must live while the picture is drawn.
/// @param columns of the frame: where they tell of grains that became ground, it looks like those
void addGround(picture::Picture& picture, const Scene& scene, exec::View<const double> heights,
               const method::Look& look, const state::ColumnsView& columns);

/// The block of land that pictures show of a scene's ground, as it is at the start.
geometry::Box groundBlock(const Scene& scene);

}  // namespace talus::couple::granular

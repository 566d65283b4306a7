#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "talus/ground/scene.h"
#include "talus/method/drawing.h"
#include "talus/method/scene.h"
#include "talus/picture/picture.h"
#include "talus/state/columns.h"

namespace talus::ground {

/// Colours of the ground besides its material.
inline constexpr const char* colour_by_height = "height";
inline constexpr const char* colour_by_slope = "slope";
inline constexpr const char* colour_by_change = "change";  ///< of the height since the start
inline bool isGroundColour(std::string_view colour) {
    return colour == colour_by_height || colour == colour_by_slope || colour == colour_by_change;
}

/// What pictures of ground show of grains.
struct ShownGrains {
    /// Radius of the scene's grains of a material [m]; 0: there are none.
    std::function<double(const std::string& material)> radius;
    double depth = 0;  ///< of the sand that can be dug out of the ground [m], >= 0
};

/// Adds the ground of a frame to a picture; that of the start where the frame has none. Error (Input) when
/// the frame has other columns.
Status draw(const method::Scene& scene, method::Drawing& drawing, const ShownGrains& grains);

/// Adds the ground to a picture, and a legend if its colours need one.
/// @param heights one for each column of the scene's ground; they must outlive the drawing of the picture
/// @param columns of the frame: columns with grains that became ground are drawn like these grains
void addGround(picture::Picture& picture, const method::Scene& scene, exec::View<const double> heights,
               const method::PictureStyle& look, const state::ColumnsView& columns,
               const ShownGrains& grains);

/// The block of land that pictures show of ground, with the heights at the start.
/// @param depth of the sand that can be dug out of it [m], >= 0
geometry::Box groundBlock(const Ground& ground, double depth);

}  // namespace talus::ground

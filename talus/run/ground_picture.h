#pragma once
#include <optional>

#include "talus/io/columns.h"
#include "talus/render/picture.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// What the ground can be coloured by besides its material.
inline constexpr const char* colour_by_height = "height";
inline constexpr const char* colour_by_slope = "slope";
inline bool isGroundColour(std::string_view colour) {
    return colour == colour_by_height || colour == colour_by_slope;
}

/// How the ground of a scene is drawn.
struct GroundLook {
    std::string colour;           ///< "height" or "slope"; anything else: its material
    double contour_interval = 0;  ///< [m]; 0: no lines
};

/// Adds the ground to a picture, and a legend where its colours need one. `heights`, one a column of the
/// scene's ground, must live while the picture is drawn.
/// @param columns of the frame: where they tell of grains that became ground, it looks like those
void addGround(render::Picture& picture, const scene::Scene& scene, exec::View<const double> heights,
               const GroundLook& look, const io::ColumnsView& columns);

/// The heights of a frame. Error (Input) when they are not of the scene's columns.
Result<exec::Array<double>> groundHeights(const scene::Scene& scene, const io::ColumnsView& columns);

/// The block of land that pictures show of a scene's ground, as it is at the start.
geometry::Box groundBlock(const scene::Scene& scene);

}  // namespace talus::run

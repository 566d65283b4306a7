#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/ground/params.h"
#include "talus/ground/terrain.h"

namespace talus::ground {

/// Ground from a raster file. Lengths are those of the scene: the raster's lengths in metres, times `scale`.
struct RasterGround {
    std::string file;            ///< relative to the scene's folder; absolute after the scene is read
    std::optional<double> cell;  ///< side of a cell, if the file does not give it [m], > 0
    double scale = 1;            ///< factor of all lengths, heights included, > 0
    double vertical_scale = 1;   ///< factor of the heights alone; for a picture: metres per grey level
    std::vector<double> window_corner{
        0, 0};                           ///< position of the window, from the raster's south-west column [m]
    std::optional<double> width, depth;  ///< of the window [m]; absent: to the end of the raster
    std::optional<double> spacing;       ///< of the columns [m]; absent: that of the file
};

/// A heightfield that grains lie on.
struct Ground {
    enum class Shape { Flat, Hills, Dunes, Craters, Raster };
    Shape shape = Shape::Flat;
    std::string material;
    Vec3d corner;                    ///< corner of lowest x and y; z is the base height [m]
    std::vector<double> size{1, 1};  ///< in x and y [m], > 0
    double spacing = 0.01;           ///< of the columns [m], > 0
    std::uint32_t seed = 1;
    Hills hills;  ///< the seeds of hills, dunes and craters are not used; `seed` is
    Dunes dunes;
    Craters craters;
    RasterGround raster;
    bool visible = true;                 ///< whether pictures show it
    std::optional<double> grain_radius;  ///< radius of the grains with which pictures draw it [m]; absent:
                                         ///< that of grains of its material
    std::shared_ptr<const geometry::Heightfield>
        surface{};  ///< the resulting heights, set when the scene is loaded
};

/// The part of a scene that describes ground.
struct Part {
    std::optional<Ground> ground;
    std::optional<Soil> soil;  ///< absent: the ground is rigid
};

/// @param scene holds a Part
template <class Scene>
auto& in(Scene& scene) {
    return scene.template of<Part>();
}

}  // namespace talus::ground

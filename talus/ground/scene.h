#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/ground/params.h"
#include "talus/ground/terrain.h"

namespace talus::ground {

/// Ground that a raster file holds. Lengths are those of the scene: the raster's, in metres, times `scale`.
struct RasterGround {
    std::string file;            ///< relative to the scene's folder; absolute once it is read
    std::optional<double> cell;  ///< side of a cell, where the file does not say it [m], > 0
    double scale = 1;            ///< of all lengths, heights too, > 0
    double vertical_scale = 1;   ///< of the file's heights alone; of a picture: metres a grey level
    std::vector<double> window_corner{0, 0};  ///< from the raster's south-west column [m]
    std::optional<double> width, depth;       ///< of the window [m]; absent: to the end of the raster
    std::optional<double> spacing;            ///< [m]; absent: the file's own
};

/// A heightfield that grains lie on.
struct Ground {
    enum class Shape { Flat, Hills, Dunes, Craters, Raster };
    Shape shape = Shape::Flat;
    std::string material;
    Vec3d corner;                    ///< of lowest x and y; z: the height on which it is built [m]
    std::vector<double> size{1, 1};  ///< in x and y [m], > 0
    double spacing = 0.01;           ///< [m], > 0
    std::uint32_t seed = 1;
    Hills hills;  ///< its seed does not count, as that of the others
    Dunes dunes;
    Craters craters;
    RasterGround raster;
    bool visible = true;  ///< drawn
    std::optional<double>
        grain_radius;  ///< of the grains that it is drawn with [m]; absent: those of its material
    std::shared_ptr<const geometry::Heightfield> surface{};  ///< made
};

/// What a scene says of its ground.
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

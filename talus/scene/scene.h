#pragma once
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/couple/hybrid.h"
#include "talus/grains/params.h"
#include "talus/ground/params.h"
#include "talus/ground/terrain.h"
#include "talus/math/vec.h"
#include "talus/solids/params.h"
#include "talus/state/material.h"

namespace talus::scene {

struct Time {
    double duration = 5;           ///< [s], > 0
    double frame_interval = 0.04;  ///< simulated time between frames [s], > 0
    std::optional<double> dt;      ///< the longest step [s]; absent: automatic
    bool force_dt = false;         ///< a dt that is too large is used all the same

    /// Of the whole run, beside that of the start: the duration rounded up. What is a multiple of the
    /// interval but for round-off is that multiple.
    double frames() const { return std::ceil(duration / frame_interval * (1 - 1e-12)); }
    double end() const { return frames() * frame_interval; }  ///< of the last frame [s]
};

struct Output {
    std::vector<std::string> fields{"velocity", "radius", "material", "id"};  ///< grain fields in each frame
    int checkpoint_frames = 25;  ///< a checkpoint every so many frames, >= 1
    int keep_checkpoints = 2;    ///< older ones are deleted, >= 1
};

struct Camera {
    std::string name = "main";
    Vec3d position{1, -1, 1};  ///< [m]
    Vec3d target;              ///< [m]
    double fov = 0.6;          ///< vertical opening angle [rad]
};

struct Render {
    std::vector<int> size{1280, 720};  ///< width, height [pixels]
    std::string colour = "material";   ///< "material", a grain field, or "height" or "slope" of the ground
    std::optional<double> colour_min;  ///< legend range; absent: from the frame's values
    std::optional<double> colour_max;
    std::optional<double> contours;      ///< from one line of equal height on the ground to the next [m]
    Vec3d sun{-1, -0.25, 0.75};          ///< direction towards the sun
    Vec3d background{0.93, 0.92, 0.90};  ///< sRGB
    double frame_rate = 25;              ///< of the video [1/s]
};

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
    ground::Hills hills;  ///< its seed does not count, as that of the others
    ground::Dunes dunes;
    ground::Craters craters;
    RasterGround raster;
    bool visible = true;  ///< drawn
    std::optional<double>
        grain_radius;  ///< of the grains that it is drawn with [m]; absent: those of its material
    std::shared_ptr<const geometry::Heightfield> surface{};  ///< made
};

/// A whole scene file, read, checked and with every default filled in.
struct Scene {
    std::string name;
    std::string summary;
    std::uint32_t seed = 1;
    Time time;
    std::vector<state::Material> materials;
    grains::Params grains;
    std::optional<Ground> ground;
    std::optional<ground::Soil> soil;  ///< absent: the ground is rigid
    std::vector<solids::Body> bodies;
    std::optional<couple::Hybrid> hybrid;
    std::vector<grains::Wall> walls;
    std::size_t made_walls = 0;  ///< so many, the last of `walls`, stand for other tables of the file
    std::vector<grains::Motion> motions;
    std::vector<grains::Sink> sinks;
    std::vector<grains::Emitter> emitters;
    std::vector<grains::Fill> fills;
    std::vector<grains::Import> imports;
    std::vector<grains::Grain> placed;
    Output output;
    Render render;
    std::vector<Camera> cameras;
};

}  // namespace talus::scene

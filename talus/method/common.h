#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/environment.h"
#include "talus/math/vec.h"
#include "talus/method/needs.h"
#include "talus/method/probes/probe.h"

namespace talus::method {

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

/// What all methods of a scene share.
struct Common {
    std::string name;
    std::string summary;
    std::uint32_t seed = 1;
    Time time;
    environment::Environment environment;
    Output output;
    Render render;
    std::vector<Camera> cameras;
    std::vector<Probe> probes;
    /// Memory that what was read from files takes (MemoryBudget::taken); made as the scene is read.
    Needs read;
    double reading_peak = 0;  ///< and what reading them takes at its peak (MemoryBudget::peak) [bytes]
};

}  // namespace talus::method

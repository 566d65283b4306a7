#pragma once
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/environment.h"
#include "talus/math/vec.h"
#include "talus/method/camera.h"
#include "talus/method/needs.h"
#include "talus/method/probes/probe.h"

namespace talus::method {

struct Time {
    double duration = 5;           ///< [s], > 0
    double frame_interval = 0.04;  ///< simulated time between frames [s], > 0
    std::optional<double> dt;      ///< the longest step [s]; absent: automatic
    bool force_dt = false;         ///< whether a dt that is too large for the contacts is used anyway

    /// Number of frames of the whole run, without the one at the start: the duration in intervals, rounded
    /// up. The factor keeps round-off from adding a frame.
    double frames() const { return std::ceil(duration / frame_interval * (1 - 1e-12)); }
    double end() const { return frames() * frame_interval; }  ///< time of the last frame [s]
};

struct Output {
    std::vector<std::string> fields{"velocity", "radius", "material", "id"};  ///< grain fields in each frame
    int checkpoint_frames = 25;  ///< frames from one checkpoint to the next, >= 1
    int keep_checkpoints = 2;    ///< number of checkpoints that are kept; older ones are deleted, >= 1
};

struct Render {
    std::vector<int> size{1280, 720};  ///< width, height [pixels]
    std::string colour = "material";   ///< "material", a grain field, or "height" or "slope" of the ground
    std::optional<double> colour_min;  ///< ends of the colour scale; absent: from the frame's values
    std::optional<double> colour_max;
    /// Difference of height between contour lines of the ground [m]; absent: no lines.
    std::optional<double> contours;
    Vec3d sun{-1, -0.25, 0.75};          ///< direction towards the sun
    Vec3d background{0.93, 0.92, 0.90};  ///< sRGB
    double frame_rate = 25;              ///< of the video [1/s]
};

/// The settings that all methods of a scene share.
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
    /// Memory of the data that was read from files (MemoryBudget::taken); set while the scene is read.
    Needs read;
    double reading_peak = 0;  ///< peak memory while the files were read (MemoryBudget::peak) [bytes]
};

}  // namespace talus::method

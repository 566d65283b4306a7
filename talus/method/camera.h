#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::method {

/// A camera of a scene, [[camera]]. Where it is at a time: run/picture/scene_camera.h.
struct Camera {
    enum class Kind {
        Fixed,      ///< stays at `position`
        Keyframes,  ///< passes through positions at given times
        Orbit,      ///< turns about an upright axis, seen from above anticlockwise
        Follow      ///< keeps its distance from something that moves
    };
    enum class Around { Target, Scene };

    std::string name = "main";
    Kind kind = Kind::Fixed;
    double fov = 0.6;  ///< vertical opening angle [rad]

    Vec3d position{1, -1, 1};  ///< Fixed; Orbit around the target: at the start [m]
    Vec3d target;              ///< all but Follow [m]

    std::vector<double> times;     ///< Keyframes: increasing [s]
    std::vector<Vec3d> positions;  ///< Keyframes: one for each time [m]
    std::vector<Vec3d> targets;    ///< Keyframes: one for each time, or none: `target` [m]
    std::vector<double> fovs;      ///< Keyframes: one for each time, or none: `fov` [rad]

    Around around = Around::Target;  ///< Orbit. Scene: about the middle of the scene, all of which is seen
    std::optional<double> period;    ///< Orbit: time of a turn [s]; absent: the duration of the run

    std::string follow = "flow";  ///< Follow: a wall, a body, or "flow": what flows in the scene
    Vec3d offset{1, -1, 1};       ///< Follow: of the camera from what it follows [m]
};

}  // namespace talus::method

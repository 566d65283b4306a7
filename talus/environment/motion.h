#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::environment {

/// How a wall moves, as a function of simulated time alone. Several motions of one wall are applied one after
/// another, in the order of the scene.
struct Motion {
    enum class Kind { Translate, Rotate, Vibrate, Keyframes };
    std::string wall;  ///< its name, or that of a prescribed body or of a group
    Kind kind = Kind::Translate;
    Vec3d velocity;                ///< Translate [m/s]
    Vec3d axis{0, 0, 1};           ///< Rotate: direction, of any length
    Vec3d point;                   ///< Rotate, Keyframes: a point of the axis [m]
    double rate = 1;               ///< Rotate [rad/s]
    Vec3d direction{0, 0, 1};      ///< Vibrate: of any length
    double amplitude = 0.001;      ///< Vibrate [m], >= 0
    double frequency = 50;         ///< Vibrate [1/s], > 0
    double phase = 0;              ///< Vibrate [rad]
    double start = 0;              ///< all but Keyframes: no motion before [s]
    std::optional<double> stop;    ///< all but Keyframes: the wall stays where it is from then on [s]
    std::vector<double> times;     ///< Keyframes: in increasing order [s]
    std::vector<Vec3d> positions;  ///< Keyframes: displacement at each time [m]
    std::vector<Vec3d> rotations;  ///< Keyframes: rotation vector at each time [rad]; empty: none
    /// Index of the scene's motion of which this is a copy, made for a wall that moves with a group or parent
    /// (groups.h). Copies come after the motions of the scene.
    std::optional<std::size_t> copy_of;
};

}  // namespace talus::environment

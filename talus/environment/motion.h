#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::environment {

/// Positions and rotations at times. Between two times a wall moves at a constant rate.
struct Keyframes {
    std::vector<double> times;     ///< in increasing order [s]
    std::vector<Vec3d> positions;  ///< displacement at each time [m]; empty: none
    std::vector<Vec3d> rotations;  ///< rotation vector at each time [rad]; empty: none
};

/// How a wall moves, as a function of simulated time alone. Several motions of one wall are applied one after
/// another, in the order of the scene.
struct Motion {
    enum class Kind { Translate, Rotate, Vibrate, Keyframes };
    std::string wall;  ///< its name, or that of a prescribed body or of a group
    Kind kind = Kind::Translate;
    Vec3d velocity;                    ///< Translate [m/s]
    Vec3d axis{0, 0, 1};               ///< Rotate: direction, of any length
    Vec3d point;                       ///< Rotate, Keyframes: a point of the axis [m]
    double rate = 1;                   ///< Rotate [rad/s]
    Vec3d direction{0, 0, 1};          ///< Vibrate: of any length
    double amplitude = 0.001;          ///< Vibrate [m], >= 0
    double frequency = 50;             ///< Vibrate [1/s], > 0
    double phase = 0;                  ///< Vibrate [rad]
    double start = 0;                  ///< all but Keyframes: no motion before [s]
    std::optional<double> stop;        ///< all but Keyframes: the wall stays where it is from then on [s]
    environment::Keyframes keyframes;  ///< Keyframes
    /// Keyframes: the speed for which contacts and time steps are chosen [m/s]; absent: the largest of the
    /// keyframes.
    std::optional<double> design_speed{};
    /// Keyframes: replaces `keyframes` while a user moves the wall. All copies of the motion share it. Keys
    /// are only added to it between two steps, and later than the end of any step so far.
    std::shared_ptr<const environment::Keyframes> input{};
    /// Index of the scene's motion of which this is a copy, made for a wall that moves with a group or parent
    /// (groups.h). Copies come after the motions of the scene.
    std::optional<std::size_t> copy_of;
};

}  // namespace talus::environment

#pragma once
#include <cstdint>
#include <numbers>
#include <optional>
#include <string>

#include "talus/math/vec.h"

namespace talus::solids {

/// Largest angle between the limits of a hinge [rad]: three quarters of a turn. An angle beyond one limit is
/// distinguished from one beyond the other by what is left of the turn.
constexpr double most_turn = 1.5 * std::numbers::pi;

/// What holds a body to another body, a wall or the world. Its axis and points are given for the start, in
/// the scene's frame, and then move with the bodies.
struct Joint {
    enum class Kind : std::uint8_t {
        Ball,    ///< both keep one point in common
        Hinge,   ///< they turn about one axis
        Slider,  ///< they move along one axis, and do not turn
        Fixed,   ///< they do not move
        Rope,    ///< two points are at most `length` apart
        Spring,  ///< two points are pulled to `length` apart, with damping
    };
    std::string name;
    Kind kind = Kind::Ball;
    std::string first;                ///< a body
    std::string second;               ///< a body or a wall; empty: the world
    Vec3d point;                      ///< where it holds the first [m]
    Vec3d end;                        ///< Rope, Spring: where it holds the second [m]
    Vec3d axis{0, 0, 1};              ///< Hinge, Slider: unit
    std::optional<double> lower;      ///< Hinge: least angle [rad]; Slider: least path [m]; absent: no limit
    std::optional<double> upper;      ///< largest angle [rad] or path [m]
    double speed = 0;                 ///< Hinge, Slider: that a motor keeps up [rad/s, m/s]
    double strength = 0;              ///< of the motor: largest torque [N m] or force [N]; 0: no motor
    std::optional<double> length;     ///< Rope, Spring [m]; absent: as at the start
    double stiffness = 100;           ///< Spring [N/m], >= 0
    double damping = 0;               ///< Spring [N s/m], >= 0
    std::optional<double> breaks_at;  ///< force at which it breaks [N]; absent: never
    bool collide = false;             ///< whether the two still collide with each other
    bool made = false;                ///< it belongs to a chain, and is no [[joint]] of the scene file
    bool shown = false;               ///< of a chain: it holds an end, and stats.csv has its load
};

}  // namespace talus::solids

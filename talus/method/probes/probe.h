#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::method {

/// A [[probe]] of the scene: what a run measures at a position and writes to a file of its own.
struct Probe {
    enum class Kind {
        Height,        ///< height of the highest surface at the x and y of a position
        Point,         ///< means of fields around a position
        Wall,          ///< pressure on a wall
        FluxDisc,      ///< flux through a disc
        FluxRectangle  ///< flux through a rectangle
    };
    std::string name;
    Kind kind = Kind::Point;
    std::string of;                     ///< what it measures: "water", "ground"
    std::vector<std::string> fields{};  ///< Point
    Vec3d at;                           ///< position; FluxDisc, FluxRectangle: the middle [m]
    std::optional<double> radius{};     ///< Height, Point: of the means; Wall: of the sensor [m]
    std::string wall{};                 ///< Wall: name of the wall or body that it moves with
    Vec3d normal{0, 0, 1};              ///< Wall: out of the wall; FluxDisc: direction that counts as forward
    double disc_radius = 0.1;           ///< FluxDisc [m], > 0
    Vec3d u{0.1, 0, 0}, v{0, 0.1, 0};   ///< FluxRectangle: its edges [m]; u x v counts as forward
    double floor = 0;                   ///< Height: the value where there is no surface [m]
    std::optional<double> every{};      ///< interval between rows [s]; absent: a row for each frame
    bool mean = false;                  ///< rows are means over the steps since the row before
    std::optional<double> window{};     ///< rows are means over this time before them [s]

    bool countsFlow() const { return kind == Kind::FluxDisc || kind == Kind::FluxRectangle; }
};

}  // namespace talus::method

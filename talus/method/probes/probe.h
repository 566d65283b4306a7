#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::method {

/// What a run measures at a place, as the scene asks for it: a file of rows of its own.
struct Probe {
    enum class Kind {
        Height,        ///< of the highest surface over a place
        Point,         ///< fields about a place
        Wall,          ///< pressure on a wall
        FluxDisc,      ///< what goes through a disc
        FluxRectangle  ///< what goes through a rectangle
    };
    std::string name;
    Kind kind = Kind::Point;
    std::string of;                     ///< what it looks at: "water", "ground"
    std::vector<std::string> fields{};  ///< Point
    Vec3d at;                           ///< place; Disc, Rectangle: the middle [m]
    std::optional<double> radius{};     ///< Height, Point: how far it looks; Wall: of the patch [m]
    std::string wall{};                 ///< Wall: carries it along
    Vec3d normal{0, 0, 1};              ///< Wall: into the free; FluxDisc: this way counts as forward
    double disc_radius = 0.1;           ///< FluxDisc [m], > 0
    Vec3d u{0.1, 0, 0}, v{0, 0.1, 0};   ///< FluxRectangle: its edges [m]; u x v counts as forward
    double floor = 0;                   ///< Height: what it tells where nothing is there [m]
    std::optional<double> every{};      ///< [s]; absent: at each frame
    bool mean = false;                  ///< of the steps since the row before, not the value now
    std::optional<double> window{};     ///< the mean of the steps of so long before each row [s]

    bool countsFlow() const { return kind == Kind::FluxDisc || kind == Kind::FluxRectangle; }
};

}  // namespace talus::method

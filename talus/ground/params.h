#pragma once
#include <optional>

#include "talus/core/result.h"
#include "talus/ground/response.h"

namespace talus::ground {

/// When ground slides on its own slopes. Angles between the tops of two neighbouring columns, from the
/// horizontal [rad]: 0 < stop <= outside <= inside.
struct SlopeLimits {
    double outside = 0.436;  ///< steeper than this ground that was at rest begins to slide, < pi/2
    double stop = 0.4;       ///< and slides until it is no steeper than this, > 0
    double inside = 1.2;     ///< both of these, where an object touches one of the two columns
    double fraction = 0.4;   ///< of the mean excess height that goes in one sweep, 0 < fraction <= 0.5
};

/// Error (Input): what is wrong with them.
Status check(const SlopeLimits& limits);

/// How ground gives way under an object.
struct GroundKind {
    SlopeLimits slopes;
    double kept =
        1;  ///< alpha: share of the displaced volume that goes elsewhere; the rest is compressed, 0 to 1
};

/// Starting points after Sumner, O'Brien, Hodgins (1999), "Animating sand, mud, and snow", table 1 (as it was
/// noted for this work: outside 0.436, 1.1, 1.57, inside 0.8, 1.57, 1.57, compression 0.3, 0.41, 0; the table
/// itself was not at hand to check). The fraction, 0.2 with them, is 0.4: half as many sweeps, and twice that
/// oscillates (docs/theory/ground.md). Snow's 1.55 for `stop` is only less than 1.57. Their angle at which
/// sliding stops is above the one at which it starts; here it is a little below, as sand has it. Their inside
/// slope of sand is 0.8: sand then runs into the room that the body takes up, and craters get no rim.
GroundKind sand();
GroundKind mud();
GroundKind snow();

/// Ground that gives way, as a scene asks for it. What is absent comes from the preset.
struct Soil {
    enum class Kind { Sand, Mud, Snow };
    enum class Model { Poncelet, Thesis };
    Kind kind = Kind::Sand;
    std::optional<double> outside, stop, inside, fraction, alpha;  ///< as in SlopeLimits and GroundKind
    std::optional<double> depth;  ///< of the ground above bedrock at the start [m]; absent: unlimited
    double packing = 0.6;  ///< share of its volume that grains take, > 0, <= 1: of poured sand, 0.55 to 0.64
    Model model = Model::Poncelet;
    double rate = 100;                  ///< Thesis: Dissipation::rate [1/s], > 0
    std::optional<double> stiffness;    ///< Poncelet::friction [N/m], > 0; absent: ponceletOf
    std::optional<double> drag_length;  ///< likewise [m], > 0
    std::optional<double> interval;  ///< simulated time between slides [s], > 0; absent: an eighth of a frame
    std::uint32_t sweeps = 8;        ///< of a slide at most, >= 1
};

/// The preset with what is given in its place.
GroundKind kindOf(const Soil& soil);

}  // namespace talus::ground

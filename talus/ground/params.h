#pragma once
#include <optional>

#include "talus/core/result.h"
#include "talus/ground/response.h"

namespace talus::ground {

/// Slopes at which ground slides. Angles of the line between the tops of two neighbouring columns with the
/// horizontal [rad]: 0 < stop <= outside <= inside.
struct SlopeLimits {
    double outside = 0.436;  ///< ground at rest begins to slide if it is steeper than this, < pi/2
    double stop = 0.4;       ///< sliding ground stops when it is no steeper than this, > 0
    double inside = 1.2;     ///< limit for both, where a body touches one of the two columns
    double fraction = 0.4;   ///< share of the mean excess height that moves in one sweep, 0 < fraction <= 0.5
};

/// Error (Input) if the limits are invalid.
Status check(const SlopeLimits& limits);

/// Parameters of sliding and of displacement under bodies.
struct GroundKind {
    SlopeLimits slopes;
    double kept = 1;  ///< alpha: share of the displaced volume that moves beside the body; the rest is
                      ///< compressed, 0 to 1
};

/// Presets after Sumner, O'Brien, Hodgins (1999), "Animating sand, mud, and snow", table 1 (from notes:
/// outside 0.436, 1.1, 1.57, inside 0.8, 1.57, 1.57, compression 0.3, 0.41, 0; the table itself was not
/// available for checking). Differences: their fraction is 0.2; here it is 0.4, which needs half as many
/// sweeps, while 0.8 oscillates (docs/theory/ground.md). Their angle at which sliding stops is above the one
/// at which it starts; here it is a little below, as for real sand (snow's 1.55 is only chosen to be less
/// than 1.57). Their inside slope of sand is 0.8; sand then flows into the volume that the body occupies, and
/// craters get no rim.
GroundKind sand();
GroundKind mud();
GroundKind snow();

/// The settings of [soil]. Absent values come from the preset.
struct Soil {
    enum class Kind { Sand, Mud, Snow };
    enum class Model { Poncelet, Thesis };
    Kind kind = Kind::Sand;
    std::optional<double> outside, stop, inside, fraction, alpha;  ///< as in SlopeLimits and GroundKind
    std::optional<double> depth;  ///< of the ground above bedrock at the start [m]; absent: unlimited
    double packing = 0.6;         ///< volume fraction of grains, > 0, <= 1; poured sand has 0.55 to 0.64
    Model model = Model::Poncelet;
    double rate = 100;                  ///< Thesis: Dissipation::rate [1/s], > 0
    std::optional<double> stiffness;    ///< Poncelet::friction [N/m], > 0; absent: from ponceletOf()
    std::optional<double> drag_length;  ///< Poncelet::drag_length [m], > 0; absent: from ponceletOf()
    std::optional<double> interval;  ///< simulated time between slides [s], > 0; absent: an eighth of a frame
    std::uint32_t sweeps = 8;        ///< maximum number of sweeps in a slide, >= 1
};

/// The preset with the values that `soil` gives.
GroundKind kindOf(const Soil& soil);

}  // namespace talus::ground

#pragma once
#include <optional>

#include "talus/method/scene.h"
#include "talus/water/boundary/integrate_boundaries.h"
#include "talus/water/params.h"

namespace talus::water {

/// Water far below all walls, sources and sinks is removed: nothing could stop it, and its growing speed
/// would shorten the time steps.
struct Fallen {
    Vec3d up;           ///< against gravity, unit
    double lowest = 0;  ///< height of the lowest wall, source or sink [m]
    double margin = 0;  ///< distance below `lowest` at which water is removed [m]
};

/// Empty if there is no gravity, if the domain is periodic along it, if a plane stops all falling water, or
/// if there are neither walls nor ground.
std::optional<Fallen> fallenOf(const method::Scene& scene, const Part& part, double spacing);

/// The height below which water is removed, with the present ground [m].
double heightOfFallen(const Fallen& fallen, const exec::Exec& exec, const Solids& solids,
                      exec::View<const double> ground_height);

}  // namespace talus::water

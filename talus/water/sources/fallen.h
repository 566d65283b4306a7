#pragma once
#include <optional>

#include "talus/method/scene.h"
#include "talus/water/boundary/meet_walls.h"
#include "talus/water/params.h"

namespace talus::water {

/// What is so low that nothing is below it that could hold it: it would fall for ever, ever faster, and
/// shorten the steps of all.
struct Fallen {
    Vec3d up;           ///< against gravity, unit
    double lowest = 0;  ///< height of the lowest wall, source or sink [m]
    double margin = 0;  ///< so far below all it is gone [m]
};

/// Nothing where there is no down, where the domain repeats along it, where a plane holds whatever falls, or
/// where there is nothing to fall off.
std::optional<Fallen> fallenOf(const method::Scene& scene, const Part& part, double spacing);

/// The height below which water is gone, with the ground as it is now [m].
double heightOfFallen(const Fallen& fallen, const exec::Exec& exec, const Solids& solids,
                      exec::View<const double> ground_height);

}  // namespace talus::water

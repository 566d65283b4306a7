#pragma once
#include <optional>

#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/geometry/shapes.h"
#include "talus/method/scene.h"

namespace talus::method {

/// What is far below all walls, sources and sinks is removed: nothing could stop it, and its growing speed
/// would shorten the time steps.
struct Fallen {
    Vec3d up;           ///< against gravity, unit
    double lowest = 0;  ///< height of the lowest wall, source or sink [m]
    double margin = 0;  ///< distance below `lowest` at which it is removed [m]
};

/// Empty if there is no gravity, if the domain is periodic along it, if a plane stops all that falls, or if
/// there are neither walls nor ground.
/// @param sources bounds of all sources of the method
std::optional<Fallen> fallenOf(const Scene& scene, const geometry::Box& sources, double margin);

/// Whether nothing in a scene could stop or remove what falls: it has gravity, and neither walls, bodies,
/// ground nor sinks, and what falls does not come back through a periodic side.
bool fallsForEver(const Scene& scene);

/// The height below which a particle has fallen off the scene [m]; below all heights where nothing can.
/// @param ground with its present heights; null: none
double heightOfFallen(const std::optional<Fallen>& fallen, const exec::Exec& exec,
                      const geometry::ColumnGrid* ground, exec::View<const double> heights);

/// The height to which what starts in a box can fall on a plane: that of the lowest point of the plane below
/// the box. Empty for a plane that is vertical or faces down, which stops nothing.
std::optional<double> lowestBelow(const geometry::Plane& plane, const geometry::Box& box);

}  // namespace talus::method

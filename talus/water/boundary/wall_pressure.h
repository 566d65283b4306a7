#pragma once
#include <memory>

#include "talus/method/probes/probed.h"
#include "talus/water/boundary/meet_walls.h"

namespace talus::water {

/// The pressure of the water on walls: what the solver lets them feel, and so in the mean over a wall its
/// load.
///
/// A particle presses a wall with 2 V p times the slope of the share of its kernel in there (sums.h): what is
/// in the wall has the particle's own pressure, so that the first layer of particles, half a spacing off, has
/// the pressure of the wall itself. These forces are spread along the wall by a kernel and divided by the
/// area that they stand for, each brought along the wall to the sensor by rho g. At rest that is exact at any
/// depth. Of a sensor it is the mean over its face. At an edge a particle presses less (convex.h).
class WallPressure {
  public:
    /// @param density at rest [kg/m^3] @param volume of a particle [m^3]
    WallPressure(Solids solids, std::shared_ptr<const WallIntegral> integral, Vec3d gravity, double density,
                 double volume);

    double operator()(const state::World& world, const method::WallPatch& patch) const;

  private:
    Solids solids_;
    std::shared_ptr<const WallIntegral> integral_;
    Vec3d gravity_;
    double density_, volume_;
};

/// Share of the kernel about a place that is in no wall and not in the ground.
double freeShareAt(const Solids& solids, const WallIntegral& integral, const state::World& world,
                   const Vec3d& place);

}  // namespace talus::water

#pragma once
#include <memory>

#include "talus/method/probes/probed.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// The pressure of the water on walls, from the same forces as the loads: its mean over a wall times the area
/// of the wall is the load.
///
/// The force of a particle on a wall is 2 V p times the slope of its kernel's share in the wall (sums.h): the
/// water in the wall has the particle's pressure, so that the first layer of particles, half a spacing off,
/// has the pressure of the wall itself. A kernel distributes these forces along the wall, and they are
/// divided by the area of wall that they represent. The hydrostatic difference from a particle to the sensor
/// is added, which makes the result exact at rest at any depth. The result is the mean over the face of the
/// sensor. At an edge the force of a particle is smaller (convex.h).
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

/// The share of the kernel about a position that is in no wall and not in the ground.
double freeShareAt(const Solids& solids, const WallIntegral& integral, const state::World& world,
                   const Vec3d& position);

}  // namespace talus::water

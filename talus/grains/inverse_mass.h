#pragma once
#include "talus/core/host_device.h"

namespace talus::grains {

/// 1/m of a grain for its contacts [1/kg]. A held grain, which cannot move, counts with 10^9 times its mass:
/// other grains rebound from it as from a wall, with the restitution of the pair. (LAMMPS does the same with
/// frozen grains.) The value is not zero because two held grains may touch.
TALUS_HD constexpr double inverseMass(double mass, bool held) { return (held ? 1e-9 : 1.0) / mass; }

}  // namespace talus::grains

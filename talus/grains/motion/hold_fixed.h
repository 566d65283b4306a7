#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/host_device.h"
#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// 1/m of a grain for its contacts [1/kg]. A held grain, which cannot move, counts with 10^9 times its mass:
/// other grains rebound from it as from a wall, with the restitution of the pair. (LAMMPS does the same with
/// frozen grains.) The value is not zero because two held grains may touch.
TALUS_HD constexpr double inverseMass(double mass, bool held) { return (held ? 1e-9 : 1.0) / mass; }

/// Sets force and torque of the grains of fixed materials to zero. They start at rest, so they keep their
/// positions to the last bit, while other grains collide with them, slide and roll on them: a rough floor.
/// The stage comes after all forces. Forces are part of the state, so the next step also starts with zero.
struct HoldFixed {
    static constexpr const char* name = "hold fixed grains";
    std::vector<std::uint8_t> fixed;  ///< by material: 1 if its grains are fixed
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains

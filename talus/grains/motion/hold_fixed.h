#pragma once
#include <cstdint>
#include <vector>

#include "talus/core/host_device.h"
#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// 1/m of a grain as its contacts see it [1/kg]. What is held, and so cannot move, weighs a thousand million
/// times as much: others rebound from it as from a wall, with the restitution of the pair (LAMMPS does the
/// same with frozen grains). Not zero, since two that are held may touch.
TALUS_HD constexpr double inverseMass(double mass, bool held) { return (held ? 1e-9 : 1.0) / mass; }

/// Takes all force and torque off the grains of fixed materials. They start at rest, so they stay where they
/// are, to the last bit, while others bounce off them, rub and roll on them: a rough floor. Comes behind all
/// forces; forces are part of the state, so the next step begins with none.
struct HoldFixed {
    static constexpr const char* name = "hold fixed grains";
    std::vector<std::uint8_t> fixed;  ///< by material: 1 where its grains are
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains

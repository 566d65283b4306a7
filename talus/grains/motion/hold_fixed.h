#pragma once
#include <cstdint>
#include <vector>

#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

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

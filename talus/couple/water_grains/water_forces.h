#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::water_grains {

/// In a step of the grains: applies the forces of the water, F = beta (u - v) - V grad p (drag.h). Drag is
/// implicit in the velocities of both the grain and the water around it. So it reduces the slip and never
/// reverses it. All impulses are summed until the next step of the water, which loses them.
struct ApplyWaterForces {
    static constexpr const char* name = "apply water forces";
    Setup setup;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::couple::water_grains

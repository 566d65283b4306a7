#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::water_grains {

/// In a step of the grains: what the water around them does to them. Pressure pushes a grain with -V grad p;
/// drag pulls it along. Drag
/// is taken semi-implicitly from both sides: the grain and the water that its drag acts on come nearer to
/// each other, and never pass. All impulses are summed until the water steps and loses them.
struct FeelWater {
    static constexpr const char* name = "feel water";
    Setup setup;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::couple::water_grains

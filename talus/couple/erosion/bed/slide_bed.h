#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Banks that are too steep slide: every interval, in sweeps, as ground does by itself
/// (ground/slope_erosion.h; Sumner, O'Brien, Hodgins 1999, 3.3), but by the angle of repose of what lies
/// open, and no more than there is of it. Ground that nothing was taken off stands beside ground like it,
/// whatever has settled there; what has settled slides off it. Bedrock that has no repose of its own stands.
/// What slides is sediment where it comes to lie. Solid is kept to round-off.
struct SlideBed {
    static constexpr const char* name = "slide the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

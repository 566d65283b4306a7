#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Banks that are too steep slide. Every `interval`, sweeps over the columns move solid down slopes as in
/// ground/slope_erosion.h (Sumner, O'Brien, Hodgins 1999, 3.3), with these differences:
/// - The angle of repose is that of the exposed layer, and no more slides than is left of that layer.
/// - Ground stands where neither it nor the column beside it was eroded. Sediment on it slides.
/// - Bedrock without an angle of repose of its own stands at any slope.
/// - What slides becomes sediment where it stops.
/// The mass of solid is conserved to round-off.
struct SlideBed {
    static constexpr const char* name = "slide the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/phase.h"

/// Stages of erosion with the ground as a volume. The laws are the same as on columns.
namespace talus::couple::erosion {

/// The stages in the step of the water, in order.
step::PhasedStages volumeStages(const Setup& setup);

/// Finds the wet triangles of the volume's surface, places a point of the bed on each, and samples the flow
/// there (bed/sample_flow.h).
struct SampleVolume {
    static constexpr const char* name = "sample the volume";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Exchanges sediment between the water and the cells at each point of the bed. Erosion takes solid from the
/// cell of the point, and the rest from the cell behind it: first loose, then firm ground, each by its own
/// law. What settles goes into the cell of the point, then into the cell in front of it, then into the cell
/// above. What fits into none of them stays in the water.
struct ShapeVolume {
    static constexpr const char* name = "shape the volume";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Ground that hangs over too far breaks off. Loose ground falls, and slides where it is too steep
/// (break_off.h, loose.h).
struct DropGround {
    static constexpr const char* name = "drop ground";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Moves particles that are inside the ground, after it changed, to the nearest point of its surface.
struct LiftOffVolume {
    static constexpr const char* name = "lift water";

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

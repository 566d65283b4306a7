#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/phase.h"

/// What water and a volume exchange: the same laws as on columns, with the ground as cells.
namespace talus::couple::erosion {

/// In the step of the water, in this order.
step::PhasedStages volumeStages(const Setup& setup);

/// Finds the triangles of the volume's surface that are wet, a point of the bed in each, and tells these what
/// flows along them (bed/sample_flow.h).
struct SampleVolume {
    static constexpr const char* name = "sample the volume";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What a point loses goes out of the cell that it is in, and what is wanting there out of the one behind it:
/// first what is loose, then what is firm, each by its own law. What settles on it goes into its cell, and
/// what has no room there into the one before it; what has none there either stays in the water.
struct ShapeVolume {
    static constexpr const char* name = "shape the volume";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Ground that hangs over too far breaks off, what is loose falls to what is below it, and slides where it
/// lies too steep (break_off.h, loose.h).
struct DropGround {
    static constexpr const char* name = "drop ground";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// No particle ends in ground that came to be where it was: it is put onto the nearest surface.
struct LiftOffVolume {
    static constexpr const char* name = "lift water";

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

#pragma once
#include <vector>

#include "talus/geometry/heightfield.h"
#include "talus/grains/law/law_table.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// Adds the forces of the ground on the grains, by the same laws as those of walls; the ground has infinite
/// mass and stands still. Sums up what it feels.
///
/// Springs act while they resolve an impact. Where they cannot, a grain gets a change of velocity that never
/// adds energy, and is put back on its path: where its centre went into the ground within the step (then to
/// where it first touched it), and where a spring is so stiff for the step that its force alone would carry
/// the grain out by more than the overlap. A grain that the ground rose over is lifted onto it. So nothing
/// gets through, at any speed and step (docs/theory/ground.md).
struct CollideGround {
    static constexpr const char* name = "collide ground";
    grains::LawTable laws;
    geometry::ColumnGrid grid;
    std::uint16_t material = 0;       ///< of the ground
    Vec3d gravity;                    ///< [m/s^2]
    double largest_radius = 0;        ///< of any grain [m]; a larger one is right, too, but slower
    std::vector<std::uint8_t> fixed;  ///< as in grains::Setup
    bool spin = true;
    bool rests = false;    ///< grains may rest: they keep their forces
    bool wraps = false;    ///< grains may leave the domain on one side and come in on the other
    bool settles = false;  ///< grains may be settled: those are ground themselves
    grains::Precision precision = grains::Precision::Double;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::couple

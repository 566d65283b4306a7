#pragma once
#include <vector>

#include "talus/geometry/heightfield.h"
#include "talus/grains/law/law_table.h"
#include "talus/step/stage.h"

namespace talus::couple {

/// Adds the forces of the ground on the grains, by the same contact laws as those of walls. The ground has
/// infinite mass and stands still. The stage also sums the forces and torques of the grains on the ground.
///
/// Springs act as long as the step resolves an impact. In two cases they cannot: the centre of a grain went
/// into the ground within the step, or a spring is so stiff for the step that its force alone would move the
/// grain out by more than the overlap. Then the grain gets a change of velocity that never adds energy, and
/// is put back on its path, in the first case to where it first touched the ground. A grain over which the
/// ground rose is lifted onto it. So no grain gets through the ground, at any speed and step
/// (docs/theory/ground.md).
struct CollideGround {
    static constexpr const char* name = "collide ground";
    grains::LawTable laws;
    geometry::ColumnGrid grid;
    std::uint16_t material = 0;       ///< of the ground
    Vec3d gravity;                    ///< [m/s^2]
    double largest_radius = 0;        ///< of any grain [m]; a larger value is also correct, but slower
    std::vector<std::uint8_t> fixed;  ///< as in grains::Setup
    bool spin = true;
    bool rests = false;    ///< grains may sleep, and then keep their forces
    bool wraps = false;    ///< the domain is periodic
    bool settles = false;  ///< grains may be settled, and are then part of the ground
    grains::Precision precision = grains::Precision::Double;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::couple

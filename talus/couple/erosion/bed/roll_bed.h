#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Bed load (`bed_load`): grains roll along the bed, from column to column,
///     q = 8 (theta - theta_c)^(3/2) sqrt(R g d^3) (e - p grad z)
/// (Meyer-Peter and Mueller 1948; environment/sediment/bed_load.h). The direction e is that of the flow,
/// turned towards the centre of a bend by the spiral flow there. The second term is the pull of gravity down
/// slopes. Grains move through the four sides of a wet column to its wet neighbours. Grains that move off the
/// map, or to a column where a sink removes the water, have left. Layers with a strength are firm: their
/// grains do not roll.
///
/// A spiral flow takes time to develop, and the velocity of particles is noisy. So the direction of the flow
/// is averaged over the time that the water needs for the length of the spiral.
struct RollBed {
    static constexpr const char* name = "roll the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

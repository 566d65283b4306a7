#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Grains roll along the bed: bed load, for `bed_load`. Each wet column carries what Meyer-Peter and Mueller
/// say of its stress, along the flow, turned towards the centre of its bend by the spiral there
/// (environment/sediment/bed_load.h) and down the slope; through the sides of the column to those beside it
/// that are wet. What gets off the map, or to where a sink takes the water, has left. Layers with a strength
/// of their own are firm: nothing of them rolls.
///
/// Spirals take time to come to be, and particles are restless: the way of the water is that of its mean over
/// the time in which it goes the spiral's length.
struct RollBed {
    static constexpr const char* name = "roll the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

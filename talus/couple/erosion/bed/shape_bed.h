#pragma once
#include "talus/couple/erosion/bed/bed.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// What water and bed exchange in a step, and what that does to the ground.
///
/// Each point of the bed loses K_e max(0, tau - tau_c) of solid a time and area to the particles that it
/// sees, and gets what sinks out of these: v_s C f(C) of them, where the water is always the giver. A
/// triangle takes what it loses off its highest corner first, and puts what it gains on its lowest; the law
/// of a loss is that of the layer that lies open at the corner which loses. No corner loses more than that
/// layer has, nor more than the bed may change in a step.
struct ShapeBed {
    static constexpr const char* name = "shape the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Ground that rose does not bury water: particles below it come to lie on it.
struct LiftWater {
    static constexpr const char* name = "lift water";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Begins a step: prescribed bodies get the pose and velocity of its end. Free bodies take what is due of the
/// impulses of other methods (environment/wall_impulses.h), and gravity:
///
///     v += J/m + g dt,   L += the angular impulse
struct Accelerate {
    static constexpr const char* name = "accelerate bodies";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids

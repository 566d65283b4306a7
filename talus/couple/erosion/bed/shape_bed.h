#pragma once
#include "talus/couple/erosion/bed/bed.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Exchanges sediment between water and bed, and changes the ground accordingly,
///     E = K_e max(0, tau - tau_c) (1 - C / C_max)      erosion: solid per time and area
///     D = rho_s v_s C f(C)                             settling
/// at each point of the bed, with the particles near it. A triangle loses solid from its highest corner first
/// and gains it at its lowest corner first (triangle_shares.h). The layer that is exposed at a corner gives
/// the law of its erosion. A corner loses at most the layer that is exposed and the one below it, and its
/// height changes by at most `max_change` in a step.
struct ShapeBed {
    static constexpr const char* name = "shape the bed";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Lifts water particles that are below ground that rose, onto its surface.
struct LiftWater {
    static constexpr const char* name = "lift water";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::erosion

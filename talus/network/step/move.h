#pragma once
#include <memory>

#include "talus/network/setup.h"
#include "talus/step/stage.h"

namespace talus::network {

/// The two-step scheme of CORDIS-ANIMA, x(n+1) = 2 x(n) - x(n-1) + T^2 F(n) / M, written with the
/// displacement of a step over its time as velocity:
///
///     v(n+1) = v(n) + T F(n) / M        x(n+1) = x(n) + T v(n+1)
///
/// Masses that move with a wall of a given motion get it; fixed ones stay.
struct Move {
    static constexpr const char* name = "move masses";
    std::shared_ptr<const Setup> setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Puts the masses that a body carries where the body is now, before the forces are computed. A force that
/// acts on the body in its next step then belongs to the position that the body has when it takes it: with
/// an older position a spring would act as a negative damper, of k T, and add energy.
struct Carry {
    static constexpr const char* name = "carry masses";
    std::shared_ptr<const Setup> setup;

    /// Whether masses move with a body.
    static bool isNeeded(const Setup& setup);

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::network

#pragma once
#include <atomic>
#include <memory>

#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// v = keep v + F/m h, w = keep w + T/I h, then x += v dt; keeps the drift since the last search.
/// h = dt / 2 in velocity Verlet's first half, h = dt in the others.
struct KickAndDrift {
    static constexpr const char* name = "kick and drift";
    double share = 0.5;  ///< h / dt
    double keep = 1;     ///< 1 - dissipation; position Verlet's x + (x - x_old)(1 - dissipation) + a dt^2
    bool spin = true;
    bool settles = false;  ///< grains may be settled: those stay
    Precision precision = Precision::Double;
    bool after_kick = false;  ///< steps end with Kick: what the step before left of it is done here
    bool ahead = false;       ///< steps end with MoveAhead: in a row of steps this is done there

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// What MoveAhead found, so that FindContacts need not look at every grain again.
struct MovedAhead {
    std::atomic<bool> any_left = false;  ///< a grain has gone further than its leeway
};

/// Between two steps of a row, the KickAndDrift with which the next one begins. Where nothing that comes in
/// between asks for the places of the grains, it is done with what is still in the cache.
struct MoveAhead {
    static constexpr const char* name = "kick and drift ahead";
    KickAndDrift move;
    std::shared_ptr<MovedAhead> moved = std::make_shared<MovedAhead>();

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// v += F/m h, w += T/I h: velocity Verlet's second half, h = dt / 2, which it leaves to the next step
/// in a row of steps; and with h = -dt / 2 the velocities
/// that leap-frog starts from.
struct Kick {
    static constexpr const char* name = "kick";
    double share = 0.5;  ///< h / dt
    bool spin = true;
    bool settles = false;  ///< as above
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains

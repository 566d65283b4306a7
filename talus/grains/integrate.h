#pragma once
#include <atomic>
#include <memory>

#include "talus/grains/emit.h"
#include "talus/grains/params.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// What MoveAhead did at the end of a step, for the next one of the row.
struct MovedAhead {
    bool done = false;                   ///< the grains are where the next step moves them
    std::atomic<bool> any_left = false;  ///< where done: a grain has gone further than its leeway

    bool in(const step::Step& step) const { return step.in_row.follows && done; }
};

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
    std::shared_ptr<const MovedAhead> moved = {};  ///< where steps end with MoveAhead

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Between two steps of a row, the KickAndDrift with which the next one begins, done with what is still in
/// the cache. Not before a step that may pour: what comes new asks for the places of the others, and moves
/// with them.
struct MoveAhead {
    static constexpr const char* name = "kick and drift ahead";
    KickAndDrift move;
    std::vector<Spout> spouts;
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

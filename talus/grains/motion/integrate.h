#pragma once
#include <vector>

#include "talus/grains/params.h"
#include "talus/grains/sources/emit.h"
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

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Between two steps of a row, the KickAndDrift with which the next one begins, done with what is still in
/// the cache; says so in the state (moved_ahead), and whether a search is due then. Not before a step that
/// may pour: what comes new asks for the places of the others, and moves with them.
struct MoveAhead {
    static constexpr const char* name = "kick and drift ahead";
    KickAndDrift move;
    std::vector<Spout> spouts;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Whether the step before was of the same row, and MoveAhead has done this step's KickAndDrift.
bool isMovedAhead(const step::Step& step);

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

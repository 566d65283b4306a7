#pragma once
#include <vector>

#include "talus/grains/params.h"
#include "talus/grains/sources/emit.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// v = keep v + F/m h, w = keep w + T/I h, then x += v dt. Also adds v dt to the drift since the last search.
/// h = dt / 2 in the first half of velocity Verlet, h = dt for the other integrators.
struct KickAndDrift {
    static constexpr const char* name = "kick and drift";
    double share = 0.5;  ///< h / dt
    double keep = 1;  ///< 1 - dissipation, as in position Verlet: x + (x - x_old)(1 - dissipation) + a dt^2
    bool spin = true;
    bool settles = false;  ///< grains may be settled; settled grains do not move
    bool clumps = false;   ///< some rows are spheres of clumps, which move with these
    Precision precision = Precision::Double;
    bool after_kick = false;  ///< steps end with Kick: a kick that the step before deferred is done here

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// Between two joined steps (step::InRow): does the KickAndDrift of the next step now, while the grains are
/// in the cache. It sets the field moved_ahead, and search_due if a search is then needed. It does nothing
/// before a step that may pour, because new grains need the positions of the others before the move, and move
/// with them.
struct MoveAhead {
    static constexpr const char* name = "kick and drift ahead";
    KickAndDrift move;
    std::vector<Spout> spouts;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// v += F/m h, w += T/I h. With h = dt / 2 this is the second half of velocity Verlet; between joined steps
/// it is deferred to the next step. With h = -dt / 2 it gives the initial velocities of leap-frog.
struct Kick {
    static constexpr const char* name = "kick";
    double share = 0.5;  ///< h / dt
    bool spin = true;
    bool settles = false;  ///< as in KickAndDrift
    bool clumps = false;   ///< as in KickAndDrift
    Precision precision = Precision::Double;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::grains

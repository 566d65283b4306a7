#pragma once
#include "talus/step/stage.h"

namespace talus::grains {

/// v += F/m h, w += T/I h, then x += v dt; keeps the drift since the last search.
/// h = dt / 2 in velocity Verlet's first half, h = dt in semi-implicit Euler.
struct KickAndDrift {
    static constexpr const char* name = "kick and drift";
    double share = 0.5;  ///< h / dt
    bool spin = true;

    step::Access access() const;
    void run(step::Step& step);
};

/// v += F/m dt/2, w += T/I dt/2: velocity Verlet's second half.
struct Kick {
    static constexpr const char* name = "kick";
    bool spin = true;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains

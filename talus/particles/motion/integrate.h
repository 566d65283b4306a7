#pragma once
#include "talus/particles/forces/forces.h"

namespace talus::particles {

/// v += F/m h, then x += v dt. Semi-implicit Euler and leap-frog: h = dt; velocity Verlet's first half:
/// h = dt / 2.
struct KickAndDrift {
    static constexpr const char* name = "integrate";
    Names tables;
    double share = 1;  ///< h / dt

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// v += F/m h: velocity Verlet's second half, h = dt / 2.
struct Kick {
    static constexpr const char* name = "second kick";
    Names tables;
    double share = 0.5;  ///< h / dt

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

/// The classical Runge-Kutta method of fourth order (Kutta 1901). It evaluates the external and dissipative
/// forces at four states in each step; it cannot be used with pair forces.
struct RungeKutta {
    static constexpr const char* name = "integrate";
    Names tables;
    External external;
    Dissipative dissipative;

    step::Access access() const;
    step::RangeWork ranges(step::Step& step) const;
};

}  // namespace talus::particles

#pragma once
#include "talus/environment/periodic.h"
#include "talus/particles/fields.h"
#include "talus/particles/params.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// The force of particle j on particle i [N].
/// @param d from i to j [m] @param u velocity of j relative to i [m/s] @param radii r_i + r_j [m]
///
/// Turning d and u round turns the force round, to the last bit: all else in it is even in both. So each pair
/// may be looked at from both sides, in any order, and momentum is kept.
Vec3d pairForce(const PairForce& law, const Vec3d& d, const Vec3d& u, double radii);

/// Sorts the particles into cells as large as the longest reach of a pair, and leaves these for PairForces.
struct FindPairs {
    static constexpr const char* name = "find pairs";
    Names tables;
    PairForce law;
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step);
};

/// Adds the forces of all pairs. Each particle gathers what acts on it, so that no two threads write one sum,
/// and the bits do not depend on their number.
struct PairForces {
    static constexpr const char* name = "pair forces";
    Names tables;
    PairForce law;
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles

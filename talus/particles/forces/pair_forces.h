#pragma once
#include "talus/environment/periodic.h"
#include "talus/particles/fields.h"
#include "talus/particles/params.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// The force of particle j on particle i [N].
/// @param d from i to j [m] @param u velocity of j relative to i [m/s] @param radii r_i + r_j [m]
///
/// The force is an odd function of (d, u), exactly: with -d and -u it has the opposite sign and the same
/// bits. So both particles of a pair may compute it, in any order, and momentum is conserved.
Vec3d pairForce(const PairForce& law, const Vec3d& d, const Vec3d& u, double radii);

/// Sorts the particles into cells as large as the maximum reach of a pair. PairForces reads the cells.
struct FindPairs {
    static constexpr const char* name = "find pairs";
    Names tables;
    PairForce law;
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step);
};

/// Adds the forces of all pairs. Each particle sums the forces on itself, so that no two threads write to the
/// same sum, and the bits do not depend on the number of threads.
struct PairForces {
    static constexpr const char* name = "pair forces";
    Names tables;
    PairForce law;
    environment::Periodic domain{};

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles

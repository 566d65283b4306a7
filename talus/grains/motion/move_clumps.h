#pragma once
#include "talus/environment/periodic.h"
#include "talus/grains/clumps/clump_columns.h"
#include "talus/grains/params.h"

namespace talus::grains {

// A clump moves as one rigid body (docs/theory/clumps.md):
//
//     M dV/dt = sum of F,   dL/dt = sum of T + r x F over its spheres
//
// with r from the centre of mass to the centre of each sphere. The kicks and drifts are those of the balls
// (motion/integrate.h), with L in place of the spin. The drift turns the clump freely (math/free_turn.h). Its
// spheres then get their positions, velocities and spins from it. Nothing is written by two clumps.

/// What both stages need.
struct ClumpMotion {
    ClumpShapes shapes;
    Vec3d gravity;                    ///< [m/s^2]
    std::vector<std::uint8_t> fixed;  ///< as in Setup
    bool spin = true;                 ///< false: clumps do not turn
    environment::Periodic domain{};
    Precision precision = Precision::Double;
};

/// V = keep V + F/M h, L = keep L + T h, then the centre moves by V dt and the clump turns.
struct MoveClumps {
    static constexpr const char* name = "move clumps";
    ClumpMotion motion;
    double share = 0.5;  ///< h / dt
    double keep = 1;     ///< as in KickAndDrift

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Sums the forces on the spheres of each clump in their order. Then V += F/M h, L += T h. Comes after all
/// forces.
struct KickClumps {
    static constexpr const char* name = "kick clumps";
    ClumpMotion motion;
    double share = 0.5;  ///< h / dt; 0: only the sums

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::grains

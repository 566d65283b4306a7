#pragma once
#include "talus/environment/periodic.h"
#include "talus/grains/clumps/clump_columns.h"
#include "talus/math/slowest.h"

namespace talus::grains {

/// Moves single clumps in a step (move_clumps.h), one or four at once with the same bits.
struct MoveClump {
    const ClumpShapes& shapes;
    ClumpColumns clumps;
    state::View<Vec3d> position, sphere_velocity, sphere_spin;  ///< of the spheres
    state::View<Vec3f> drift;
    environment::Periodic domain;
    double dt = 0, h = 0, keep = 1;  ///< as in KickAndDrift
    bool spins = true;               ///< false: clumps do not turn
    /// Distance from its place beyond which a sphere may be a period away [m]; infinite where there is none.
    double near = 0;

    const ClumpShape& shapeOf(std::size_t c) const { return *shapes[clumps.shape[c]]; }
    void one(std::size_t c) const;
    /// Clumps c to c + 3.
    void four(std::size_t c) const;

    /// Gives a sphere its place and motion.
    void place(std::size_t i, Vec3d next, const Vec3d& moves, const Vec3d& turns) const {
        // A sphere may be a whole number of periods from its place beside the centre of mass, and stays
        // there: a sphere that jumped would need a new search. In one step it moves by less than its radius.
        const Vec3d apart = position[i] - next;
        if (squaredLength(apart) > near * near) next += apart - shortest(domain, apart);
        drift[i] += narrow(next - position[i]);
        position[i] = next;
        sphere_velocity[i] = moves;
        sphere_spin[i] = turns;
    }
};

/// The new velocities of a clump: V + F/M h and L + T h.
inline void kick(const ClumpColumns& clumps, std::size_t c, double h, double keep, bool spins) {
    clumps.velocity[c] = stoppedIfSlow(clumps.velocity[c] * keep + clumps.force[c] * (h / clumps.mass[c]));
    if (spins) clumps.momentum[c] = clumps.momentum[c] * keep + clumps.torque[c] * h;
}

/// Angular velocity of a clump. One that is too slow to matter ends the angular momentum.
inline Vec3d spinNow(const ClumpColumns& clumps, std::size_t c, const Rotation& turn, const Vec3d& inverse) {
    const Vec3d spin = stoppedIfSlow(spinOf(turn, inverse, clumps.momentum[c]));
    if (spin == Vec3d{}) clumps.momentum[c] = {};
    return spin;
}

}  // namespace talus::grains

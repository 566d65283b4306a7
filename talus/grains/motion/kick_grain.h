#pragma once
#include <cstddef>

#include "talus/grains/forces/forces.h"
#include "talus/math/slowest.h"

namespace talus::grains {

/// The kick of one grain: v = keep v + F/m h, w = keep w + T/I h. Velocities below slowest_motion are set to
/// zero. The moment of inertia of a solid sphere is 2/5 m a^2.
struct KickGrain {
    Forces<const Vec3d> forces;
    exec::View<const double> mass, radius;
    exec::View<Vec3d> velocity, spin;
    double h;
    double keep;  ///< share of the velocity that is kept, 1 without dissipation
    bool spins;

    /// @param second_kick 1: do the same kick twice (then keep is 1); 0: once
    TALUS_HD void operator()(std::size_t i, double second_kick = 0) const {
        const double gyration = 0.4 * radius[i] * radius[i];  // square of the radius of gyration
        const double per_inertia = h / (mass[i] * gyration), per_mass = per_inertia * gyration;
        const Vec3d dv = forces.force[i] * per_mass;
        velocity[i] = kicked(velocity[i], dv, second_kick);
        if (!spins) return;
        const Vec3d dw = forces.torque[i] * per_inertia;
        spin[i] = kicked(spin[i], dw, second_kick);
    }

    TALUS_HD Vec3d kicked(const Vec3d& v, const Vec3d& d, double second_kick) const {
        return stoppedIfSlow(stoppedIfSlow(v * keep + d) + d * second_kick);
    }
};

/// The kick, then x += v dt; v dt is also added to the drift since the last search.
struct KickAndDriftGrain {
    KickGrain kick;
    exec::View<Vec3d> position;
    exec::View<Vec3f> drift;
    double dt;
    std::size_t deferred;  ///< the first so many grains have a deferred kick from the step before

    TALUS_HD void operator()(std::size_t i) const {
        kick(i, i < deferred ? 1 : 0);
        const Vec3d move = kick.velocity[i] * dt;
        position[i] += move;
        drift[i] += narrow(move);
    }
};

/// Applies KickAndDriftGrain to the grains from begin to end, eight at a time. Same bits as one by one
/// (tests/grains/kick_test.cpp).
void kickAndDrift(const KickAndDriftGrain& move, std::size_t begin, std::size_t end);

}  // namespace talus::grains

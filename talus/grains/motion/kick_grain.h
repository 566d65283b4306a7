#pragma once
#include <cstddef>

#include "talus/grains/forces/forces.h"
#include "talus/math/slowest.h"

namespace talus::grains {

/// The kick of one grain: v = keep v + F/m h, w = keep w + T/I h; what is too slow to count stops. Moments of
/// inertia of a solid sphere: 2/5 m a^2.
struct KickGrain {
    Forces<const Vec3d> forces;
    exec::View<const double> mass, radius;
    exec::View<Vec3d> velocity, spin;
    double h;
    double keep;  ///< share of the motion that is left, 1 without dissipation
    bool spins;

    /// @param second_kick 1: the same kick a second time (keep is 1 then); 0: not
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

/// The kick, and then x += v dt, which counts in the drift since the last search.
struct KickAndDriftGrain {
    KickGrain kick;
    exec::View<Vec3d> position;
    exec::View<Vec3f> drift;
    double dt;
    std::size_t
        deferred;  ///< of so many grains, the first ones, the step before left its last kick to this one

    TALUS_HD void operator()(std::size_t i) const {
        kick(i, i < deferred ? 1 : 0);
        const Vec3d move = kick.velocity[i] * dt;
        position[i] += move;
        drift[i] += narrow(move);
    }
};

/// KickAndDriftGrain for the grains from begin to end, eight at a time. Same bits
/// (tests/grains/kick_test.cpp).
void kickAndDrift(const KickAndDriftGrain& move, std::size_t begin, std::size_t end);

}  // namespace talus::grains

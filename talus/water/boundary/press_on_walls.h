#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/fields.h"
#include "talus/water/forces/friction.h"

namespace talus::water {

/// What a particle gives to the walls that it is in contact with (LoadWalls in loads.h): the reaction to
/// pressure and friction, and its share of the weight that they carry.
struct PressOnWalls {
    bool presses, rubs, weighs;  ///< which of them
    double mass_dt;              ///< [kg s]
    FrictionAt<double> nu;
    exec::View<const Vec3d> position;
    exec::View<const Quad<float>> place, flow;
    exec::View<const Vec3f> carried;
    exec::View<const std::uint32_t> first, end;  ///< of the contacts of each particle
    exec::View<const Vec3f> gradient, velocity, point;
    exec::View<const float> rub;

    /// Calls give(contact, impulse [N s], where [m]) for each contact of a particle.
    template <class Give>
    TALUS_HD void forEach(std::size_t i, Give give) const {
        const double pressure = presses ? double{place[i].w} : 0.0;
        // Walls share what they carry by how much of the kernel each of them has.
        double shares = 0;
        for (std::uint32_t k = first[i]; k < end[i]; ++k) shares += length(wide(gradient[k]));
        const Vec3d weight = wide(carried[i]) * (weighs ? 1 / std::max(shares, 1e-30) : 0);
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const Vec3d push = wide(gradient[k]) * (2 * pressure),
                        relative = wide(velocity[k] - flow[i].xyz());
            Vec3d pull;
            if (rubs)
                pull = relative * (nu.atWall(squaredLength(relative), rubDistance(gradient[k], rub[k])) *
                                   double{rub[k]});
            give(k, (push - pull + weight * length(wide(gradient[k]))) * mass_dt,
                 position[i] + wide(point[k]));
        }
    }
};

}  // namespace talus::water

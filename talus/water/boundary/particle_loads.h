#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/boundary/friction.h"
#include "talus/water/fields.h"

namespace talus::water {

/// The loads of a particle on the walls that it is in contact with (LoadWalls in loads.h): the reactions to
/// pressure and friction, and its share of the weight that they carry.
struct ParticleLoads {
    bool with_pressure, with_friction, with_weight;  ///< which of these loads
    double mass_dt;                                  ///< [kg s]
    FrictionAt<double> nu;
    exec::View<const Vec3d> position;
    exec::View<const Quad<float>> position_pressure, flow;
    exec::View<const Vec3f> carried;
    exec::View<const std::uint32_t> first, end;  ///< of the contacts of each particle
    exec::View<const Vec3f> gradient, velocity, point;
    exec::View<const float> friction;

    /// Calls add(contact, impulse [N s], point of action [m]) for each contact of a particle.
    template <class Add>
    TALUS_HD void forEach(std::size_t i, Add add) const {
        const double pressure = with_pressure ? double{position_pressure[i].w} : 0.0;
        // Each wall carries weight in proportion to its gradient of the share of the kernel.
        double shares = 0;
        for (std::uint32_t k = first[i]; k < end[i]; ++k) shares += length(wide(gradient[k]));
        const Vec3d weight = wide(carried[i]) * (with_weight ? 1 / std::max(shares, 1e-30) : 0);
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const Vec3d by_pressure = wide(gradient[k]) * (2 * pressure),
                        relative = wide(velocity[k] - flow[i].xyz());
            Vec3d by_friction;
            if (with_friction)
                by_friction = relative * (nu.atWall(squaredLength(relative),
                                                    frictionDistance(gradient[k], friction[k])) *
                                          double{friction[k]});
            add(k, (by_pressure - by_friction + weight * length(wide(gradient[k]))) * mass_dt,
                position[i] + wide(point[k]));
        }
    }
};

}  // namespace talus::water

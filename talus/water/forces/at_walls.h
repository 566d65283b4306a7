#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/fields.h"
#include "talus/water/forces/friction.h"

/// What walls do to the particles near them, particle by particle (ApplyGravity and WallFriction in
/// forces.h). The contacts of particle i are those from first[i] to end[i].
namespace talus::water {

/// The acceleration by gravity, less what walls carry of it.
struct CarryGravity {
    Vec3d gravity;  ///< [m/s^2]
    WallTable integral;
    exec::View<const Quad<float>> wall;
    exec::View<const float> pressure;
    exec::View<const std::uint32_t> first, end;
    exec::View<const Vec3f> gradient, point;
    exec::View<Vec3f> carried, force;

    TALUS_HD void operator()(std::size_t i) const {
        const double share = wall[i].w;
        Vec3d along = gravity, across;
        for (std::uint32_t k = first[i]; k < end[i] && pressure[i] > 0; ++k) {
            const double steep = length(wide(gradient[k]));
            if (steep == 0) continue;
            const Vec3d normal = wide(gradient[k]) * (1 / steep);
            const double d = dot(wide(point[k]), normal), part = dot(along, normal);
            // The moment is that of a half space. Where other walls fill a part of it, there it is the share,
            // as along them; and where the wall ends, as a small body does, there is nothing behind it. Its
            // fourth power keeps the moment to walls that are nearly whole: bodies of two spacings were
            // lifted by 6% too little with the first, 3% with the second.
            const double seen = std::min(1.0, steep / std::max(integral.slope(d), 1e-30)),
                         filled = std::min(1.0, share / std::max(integral.share(d), 1e-30)),
                         square = seen * filled * seen * filled, whole = square * square;
            along -= normal * part;
            across += normal * (part * (integral.moment(d) * whole + share * (1 - seen)));
        }
        carried[i] = pressure[i] > 0 && first[i] < end[i] ? narrow(along * share + across) : Vec3f{};
        force[i] = narrow(gravity) - carried[i];
    }
};

/// The acceleration by walls to which the water sticks.
struct RubOnWalls {
    FrictionAt<float> nu;
    exec::View<const Quad<float>> flow;
    exec::View<const std::uint32_t> first, end;
    exec::View<const Vec3f> velocity, gradient;
    exec::View<const float> rub;
    exec::View<Vec3f> force;

    TALUS_HD void operator()(std::size_t i) const {
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const Vec3f relative = velocity[k] - flow[i].xyz();
            force[i] +=
                relative * (nu.atWall(squaredLength(relative), rubDistance(gradient[k], rub[k])) * rub[k]);
        }
    }
};

}  // namespace talus::water

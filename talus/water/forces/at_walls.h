#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/boundary/friction.h"
#include "talus/water/boundary/wall_integral.h"
#include "talus/water/fields.h"

/// Gravity and friction at walls, particle by particle (ApplyGravity and WallFriction in forces.h). The
/// contacts of particle i are those from first[i] to end[i].
namespace talus::water {

/// The acceleration by gravity, less the part that walls carry.
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
            // The moment holds for a half space. Where other walls fill a part of it, the share counts
            // instead, as along those walls. Where the wall ends, as a small body does, there is nothing
            // behind it. The fourth power restricts the moment to nearly complete half spaces: with the first
            // power the lift of bodies of two spacings was 6% too small, with the second 3%.
            const double covered = std::min(1.0, steep / std::max(integral.slope(d), 1e-30)),
                         filled = std::min(1.0, share / std::max(integral.share(d), 1e-30)),
                         square = covered * filled * covered * filled, whole = square * square;
            along -= normal * part;
            across += normal * (part * (integral.moment(d) * whole + share * (1 - covered)));
        }
        carried[i] = pressure[i] > 0 && first[i] < end[i] ? narrow(along * share + across) : Vec3f{};
        force[i] = narrow(gravity) - carried[i];
    }
};

/// Adds the acceleration by friction on walls.
struct AddWallFriction {
    FrictionAt<float> nu;
    exec::View<const Quad<float>> flow;
    exec::View<const std::uint32_t> first, end;
    exec::View<const Vec3f> velocity, gradient;
    exec::View<const float> friction;
    exec::View<Vec3f> force;

    TALUS_HD void operator()(std::size_t i) const {
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const Vec3f relative = velocity[k] - flow[i].xyz();
            force[i] +=
                relative * (nu.atWall(squaredLength(relative), frictionDistance(gradient[k], friction[k])) *
                            friction[k]);
        }
    }
};

}  // namespace talus::water

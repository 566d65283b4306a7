#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/step/report.h"
#include "talus/water/search/neighbours.h"

/// The parts of a search for single particles, for loops on any device.
namespace talus::water {

/// Returns the row of a particle whose position is not a number, or farther out than padding allows; for any
/// other particle the number of particles.
struct LostRow {
    exec::View<const Vec3d> position;
    TALUS_HD std::size_t operator()(std::size_t i) const {
        constexpr double limit = 0.25 * double{far_away} * double{far_away};
        return squaredLength(position[i]) < limit ? position.size() : i;
    }
};
inline step::Trouble lostParticle(std::uint32_t id) {
    return {.what = "the position of a particle of the water is not a number, or too far from the origin",
            .advice = "make cfl in [water] smaller, or dt shorter",
            .ids = {id},
            .positions = {}};
}

/// Packs position, velocity and density of a particle as passes over pairs read them.
struct PackParticle {
    Vec3d origin;           ///< of the cells [m]
    float inverse_density;  ///< 1 over the density at rest [m^3/kg]
    exec::View<const Vec3d> position;
    exec::View<const Vec3f> velocity;
    exec::View<const float> density;
    exec::View<Quad<float>> position_pressure, flow;

    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f p = narrow(position[i] - origin), v = velocity[i];
        position_pressure[i] = {p.x, p.y, p.z, 0};
        flow[i] = {v.x, v.y, v.z, density[i] * inverse_density};
    }
};

}  // namespace talus::water

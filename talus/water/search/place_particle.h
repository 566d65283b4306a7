#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/step/report.h"
#include "talus/water/search/neighbours.h"

/// What a search does with single particles, wherever its loops run.
namespace talus::water {

/// The row of a particle that is nowhere: at no number, or farther out than padding may be. Of any other
/// particle, the number of all.
struct LostRow {
    exec::View<const Vec3d> position;
    TALUS_HD std::size_t operator()(std::size_t i) const {
        constexpr double most = 0.25 * double{far_away} * double{far_away};
        return squaredLength(position[i]) < most ? position.size() : i;
    }
};
inline step::Trouble lostParticle(std::uint32_t id) {
    return {.what =
                "a particle of the water is at a place that is not a number, or farther "
                "out than any scene is large",
            .advice = "make cfl in [water] smaller, or dt shorter",
            .ids = {id},
            .positions = {}};
}

/// Where a particle is and how it moves, as passes over pairs read it.
struct PlaceParticle {
    Vec3d origin;  ///< of the cells [m]
    float per;     ///< 1 over the density at rest [m^3/kg]
    exec::View<const Vec3d> position;
    exec::View<const Vec3f> velocity;
    exec::View<const float> density;
    exec::View<Quad<float>> place, flow;

    TALUS_HD void operator()(std::size_t i) const {
        const Vec3f p = narrow(position[i] - origin), v = velocity[i];
        place[i] = {p.x, p.y, p.z, 0};
        flow[i] = {v.x, v.y, v.z, density[i] * per};
    }
};

}  // namespace talus::water

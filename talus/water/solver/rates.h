#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/water/search/pair.h"
#include "talus/water/solver/compressible.h"

/// The rates of wcsph, for a single number (float) or for a pack of neighbours.
///
/// Pressure as in sums.h. Viscosity: Morris, Fox, Zhu (1997), "Modeling low Reynolds number incompressible
/// flows using SPH", equation 22 (viscosity.h). Artificial viscosity: Monaghan (1992), equation 4.1, with
/// mean c, without its quadratic part. Diffusion: Molteni and Colagrossi (2009), "A simple procedure to
/// improve the pressure evaluation in hydrodynamic context using the SPH", of what differs from hydrostatic
/// densities (Fourtakas and others 2019, "Local uniform stencil (LUST) boundary condition for arbitrary 3-D
/// boundaries in parallel SPH", equation 18, to first order: dD = g . dx / c^2). Spray: the pressure of what
/// has air around it leaves it within h / c, the time that sound takes through it. Without that a drop kept
/// the density that it tore off with, and was thrown off the next wall by the pressure of that.
namespace talus::water {

/// What the sums need of the settings, rounded once.
struct RateLaw {
    float spread;  ///< of densities: 2 delta h c [m^2/s]
    float rub;     ///< 2 nu [m^2/s]
    float drag;    ///< alpha c h [m^2/s]
    float soft;    ///< (0.1 h)^2 [m^2]
    bool damped;   ///< there is artificial viscosity
    Vec3f still;   ///< slope of hydrostatic densities [1/m]
    float whole;   ///< share of the kernel below which it is spray
    float relax;   ///< c / h [1/s]
    float volume;  ///< of a particle at rest [m^3]

    RateLaw(const Compressible& law, double support, float particle_volume)
        : RateLaw(law, 0.5 * support, law.sound_speed, particle_volume) {}

  private:
    RateLaw(const Compressible& law, double h, double c, float particle_volume)
        : spread(static_cast<float>(2 * law.diffusion * h * c)),
          rub(static_cast<float>(2 * law.viscosity)),
          drag(static_cast<float>(law.artificial * c * h)),
          soft(static_cast<float>(0.01 * h * h)),
          damped(law.artificial > 0),
          still(narrow(law.gravity / (c * c))),
          whole(static_cast<float>(law.spray)),
          relax(static_cast<float>(c / h)),
          volume(particle_volume) {}
};

/// Sums over neighbours; a pack of them has its share of each in every lane.
template <class V>
struct RateSums {
    Vec3<V> push{V(0), V(0), V(0)};
    V change = V(0);  ///< of densities
    V around = V(0);  ///< values of the kernel
};

/// Adds what neighbours do to a particle.
/// @param own its flow @param pressure its k @param flow, density of the neighbours
template <class V, class K>
TALUS_HD void addRates(const RateLaw& law, const K& kernel, const Quad<float>& own, float pressure,
                       const Pair<V>& pair, const Vec3<V>& flow, const V& density, RateSums<V>& sum) {
    const Vec3<V> relative{own.x - flow.x, own.y - flow.y, own.z - flow.z};
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    const V nearing = fusedDot<V>(relative, pair.from);
    V along = -(pressure + pair.weight);
    if (law.damped) along += law.drag * (smaller<V>(nearing, V(0)) / (pair.r * pair.r + law.soft));
    addTimes<V>(sum.push, pair.from, g * along);
    addTimes<V>(sum.push, relative, g * law.rub);
    // Heavier neighbours below are as they should be: still . (x_j - x_i) of it.
    const V excess =
        density - own.w + (law.still.x * pair.from.x + law.still.y * pair.from.y + law.still.z * pair.from.z);
    sum.change = fused<V>(g, nearing - law.spread * excess, sum.change);
    sum.around += kernel.template value<V>(pair.r);
}

struct Rates {
    Vec3f acceleration;  ///< [m/s^2]
    float density;       ///< of the relative density [1/s]
};

/// With walls, and all other acceleration.
/// @param alone value of the kernel in its middle @param wall as of sums.h @param wall_rate [1/s]
TALUS_HD inline Rates ratesOf(const RateLaw& law, float alone, const RateSums<float>& sum,
                              const Quad<float>& own, float pressure, const Quad<float>& wall,
                              float wall_rate, const Vec3f& force) {
    const float share = law.volume * (alone + sum.around) + wall.w;
    const float loose = share < law.whole ? 1 - share / law.whole : 0;
    const Vec3f walls = wall.xyz();
    return {
        sum.push * law.volume - walls * (2 * pressure) + force,
        law.volume * sum.change + 2 * (dot(own.xyz(), walls) - wall_rate) - law.relax * loose * (own.w - 1)};
}

}  // namespace talus::water

#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/water/search/pair.h"
#include "talus/water/solver/compressible.h"

/// The rates of wcsph, for a single number (float) or for a pack of neighbours.
///
/// Pressure as in sums.h. Viscosity: Morris, Fox, Zhu (1997), "Modeling low Reynolds number incompressible
/// flows using SPH", equation 22 (forces.h). Artificial viscosity: Monaghan (1992), equation 4.1, with
/// mean c, without its quadratic part. Diffusion: Molteni and Colagrossi (2009), "A simple procedure to
/// improve the pressure evaluation in hydrodynamic context using the SPH", of the difference from hydrostatic
/// densities (Fourtakas and others 2019, "Local uniform stencil (LUST) boundary condition for arbitrary 3-D
/// boundaries in parallel SPH", equation 18, to first order: dD = g . dx / c^2). Spray: the density of a
/// particle with air around it relaxes to that at rest within h / c, the time that sound takes through it.
/// Without that a drop kept the density with which it came off the bulk, and the pressure of that threw it
/// off the next wall.
namespace talus::water {

/// The constants of the sums in single precision.
struct RateLaw {
    float diffusion;      ///< of densities: 2 delta h c [m^2/s]
    float viscous;        ///< 2 nu [m^2/s]
    float artificial;     ///< of artificial viscosity: alpha c h [m^2/s]
    float softening;      ///< (0.1 h)^2 [m^2]
    bool has_artificial;  ///< there is artificial viscosity
    Vec3f hydrostatic;    ///< slope of hydrostatic densities [1/m]
    float spray_share;    ///< filled share of the kernel below which a particle is spray
    float relaxation;     ///< rate at which the density of spray goes to that at rest: c / h [1/s]
    float volume;         ///< of a particle at rest [m^3]

    RateLaw(const Compressible& law, double support, float particle_volume)
        : RateLaw(law, 0.5 * support, law.sound_speed, particle_volume) {}

  private:
    RateLaw(const Compressible& law, double h, double c, float particle_volume)
        : diffusion(static_cast<float>(2 * law.diffusion * h * c)),
          viscous(static_cast<float>(2 * law.viscosity)),
          artificial(static_cast<float>(law.artificial * c * h)),
          softening(static_cast<float>(0.01 * h * h)),
          has_artificial(law.artificial > 0),
          hydrostatic(narrow(law.gravity / (c * c))),
          spray_share(static_cast<float>(law.spray)),
          relaxation(static_cast<float>(c / h)),
          volume(particle_volume) {}
};

/// Sums over neighbours. With packs, each lane holds the sums over its own neighbours.
template <class V>
struct RateSums {
    Vec3<V> acceleration{V(0), V(0), V(0)};
    V change = V(0);  ///< rate of densities
    V values = V(0);  ///< of the kernel
};

/// Adds a neighbour's contribution to a particle's sums.
/// @param own flow of the particle @param pressure its k @param flow, density of the neighbours
template <class V, class K>
TALUS_HD void addRates(const RateLaw& law, const K& kernel, const Quad<float>& own, float pressure,
                       const Pair<V>& pair, const Vec3<V>& flow, const V& density, RateSums<V>& sum) {
    const Vec3<V> relative{own.x - flow.x, own.y - flow.y, own.z - flow.z};
    const V g = kernel.template gradient<V>(pair.r, pair.inverse_r);
    const V nearing = fusedDot<V>(relative, pair.from);
    V along = -(pressure + pair.weight);
    if (law.has_artificial)
        along += law.artificial * (smaller<V>(nearing, V(0)) / (pair.r * pair.r + law.softening));
    addTimes<V>(sum.acceleration, pair.from, g * along);
    addTimes<V>(sum.acceleration, relative, g * law.viscous);
    // A neighbour below has a higher hydrostatic density: that difference does not diffuse.
    const V excess =
        density - own.w +
        (law.hydrostatic.x * pair.from.x + law.hydrostatic.y * pair.from.y + law.hydrostatic.z * pair.from.z);
    sum.change = fused<V>(g, nearing - law.diffusion * excess, sum.change);
    sum.values += kernel.template value<V>(pair.r);
}

struct Rates {
    Vec3f acceleration;  ///< [m/s^2]
    float density;       ///< of the relative density [1/s]
};

/// The rates from these sums, the walls and all other acceleration.
/// @param alone value of the kernel at distance 0 @param wall as of sums.h @param wall_rate [1/s]
TALUS_HD inline Rates ratesOf(const RateLaw& law, float alone, const RateSums<float>& sum,
                              const Quad<float>& own, float pressure, const Quad<float>& wall,
                              float wall_rate, const Vec3f& force) {
    const float share = law.volume * (alone + sum.values) + wall.w;
    const float loose = share < law.spray_share ? 1 - share / law.spray_share : 0;
    const Vec3f walls = wall.xyz();
    return {sum.acceleration * law.volume - walls * (2 * pressure) + force,
            law.volume * sum.change + 2 * (dot(own.xyz(), walls) - wall_rate) -
                law.relaxation * loose * (own.w - 1)};
}

}  // namespace talus::water

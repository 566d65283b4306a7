#include "talus/water/search/pairs_simd.h"
#include "talus/water/solver/wcsph.h"

namespace talus::water {

/// Pressure as in sums.h. Viscosity: Morris, Fox, Zhu (1997), "Modeling low Reynolds number incompressible
/// flows using SPH", equation 22 (viscosity.h). Artificial viscosity: Monaghan (1992), equation 4.1, with
/// mean c, without its quadratic part. Diffusion: Molteni and Colagrossi (2009), "A simple procedure to
/// improve the pressure evaluation in hydrodynamic context using the SPH", of what differs from hydrostatic
/// densities (Fourtakas and others 2019, "Local uniform stencil (LUST) boundary condition for arbitrary 3-D
/// boundaries in parallel SPH", equation 18, to first order: dD = g . dx / c^2). Spray: the pressure of what
/// has air around it leaves it within h / c, the time that sound takes through it. Without that a drop kept
/// the density that it tore off with, and was thrown off the next wall by the pressure of that.
TALUS_FLATTEN void sumRates(const Neighbours& all, const Compressible& law, const Quad<float>* flow,
                            const Quad<float>* wall, const float* wall_rate, const Vec3f* force,
                            std::size_t begin, std::size_t end, Vec3f* acceleration, float* rate) {
    namespace stdx = std::experimental;
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const double h = 0.5 * double{all.support}, c = law.sound_speed;
        const Floats spread = static_cast<float>(2 * law.diffusion * h * c);
        const Floats rub = static_cast<float>(2 * law.viscosity),
                     drag = static_cast<float>(law.artificial * c * h),
                     soft = static_cast<float>(0.01 * h * h);
        const bool damped = law.artificial > 0;
        const Vec3f still = narrow(law.gravity / (c * c));
        const float alone = kernel.template value<float>(0.0f), whole = static_cast<float>(law.spray),
                    relax = static_cast<float>(c / h);
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            const float pressure = all.place[i].w;
            Vec3<Floats> push{0, 0, 0};
            Floats change = 0, around = 0;
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t* rows) {
                const Columns<float> c_j = loadQuads(flow, rows);
                const Vec3<Floats> relative{own.x - c_j[0], own.y - c_j[1], own.z - c_j[2]};
                const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                const Floats nearing = fusedDot(relative, pair.from);
                Floats along = -(pressure + pair.weight);
                if (damped) along += drag * (stdx::min(nearing, Floats(0)) / (pair.r * pair.r + soft));
                addTimes(push, pair.from, g * along);
                addTimes(push, relative, g * rub);
                // Heavier neighbours below are as they should be: still . (x_j - x_i) of it.
                const Floats excess =
                    c_j[3] - own.w + (still.x * pair.from.x + still.y * pair.from.y + still.z * pair.from.z);
                change = fused(g, nearing - spread * excess, change);
                around += kernel.template value<Floats>(pair.r);
            });
            const float share = all.volume * (alone + stdx::reduce(around)) + wall[i].w;
            const float loose = share < whole ? 1 - share / whole : 0;
            const Vec3f walls = wall[i].xyz();
            const Quad<float> sum = totals(push.x, push.y, push.z, change);
            acceleration[i] = sum.xyz() * all.volume - walls * (2 * pressure) + force[i];
            rate[i] =
                all.volume * sum.w + 2 * (dot(own.xyz(), walls) - wall_rate[i]) - relax * loose * (own.w - 1);
        }
    });
}

}  // namespace talus::water

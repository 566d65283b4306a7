#include "talus/water/forces/forces.h"

#include "talus/water/forces/cohesion.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;

Vec3f total(const Vec3<Floats>& v) { return {stdx::reduce(v.x), stdx::reduce(v.y), stdx::reduce(v.z)}; }

}  // namespace

TALUS_FLATTEN void sumViscosity(const Neighbours& all, const Quad<float>* flow, const Friction& friction,
                                float mixing, float damping, float impact, std::size_t begin, std::size_t end,
                                Vec3f* force) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const Floats soft = 0.0025f * all.support * all.support;  // (0.1 h)^2, h half of the support
        const FrictionAt<float> nu(friction);
        const Floats square = impact * 0.25f * all.support * all.support;
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                const Vec3<Floats> relative{own.x - c[0], own.y - c[1], own.z - c[2]};
                const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                const Floats w = kernel.template value<Floats>(pair.r);
                const Floats nearing =
                    stdx::min(dot(relative, pair.from), Floats(0)) / (pair.r * pair.r + soft);
                sum += relative * (g * nu(fusedDot(relative, relative)) * 2 - w * mixing) +
                       pair.from * (g * nearing * (damping - square * nearing));
            });
            force[i] += total(sum) * all.volume;
        }
    });
}

TALUS_FLATTEN void sumCohesion(const Neighbours& all, const Quad<float>* flow, float strength,
                               std::size_t begin, std::size_t end, Vec3f* force) {
    withKernel(all, [&](const auto&, auto repeats) {
        const CohesionSpline<float> spline(double{all.support});
        for (std::size_t i = begin; i < end; ++i) {
            const float density = flow[i].w;
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t* rows) {
                const Columns<float> f = loadQuads(flow, rows);
                const auto near = pair.r < Floats(all.support);
                // Thin places, such as the surface, count more (equation 4).
                const Floats thin = select<Floats>(near, 2.0f / (f[3] + density), Floats(0));
                sum += pair.from * (spline.value<Floats>(pair.r) * pair.inverse_r * strength * thin);
            });
            force[i] -= total(sum);
        }
    });
}

}  // namespace talus::water

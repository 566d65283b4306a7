#include "talus/water/forces/forces.h"

#include "talus/water/search/pairs_simd.h"
// After the packs, whose arithmetic it uses.
#include "talus/water/forces/pairs.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;

Vec3f total(const Vec3<Floats>& v) { return {stdx::reduce(v.x), stdx::reduce(v.y), stdx::reduce(v.z)}; }

}  // namespace

namespace {

template <bool with_noise>
TALUS_FLATTEN void viscosityOf(const Neighbours& all, const Quad<float>* flow, const ViscousRates& rates,
                               std::size_t begin, std::size_t end, Vec3f* force) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const PairViscosity law(rates.friction, rates.mixing, rates.damping, rates.impact, all.support);
        const Quad<float>* noise = rates.noise;
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            Vec3<Floats> sum{0, 0, 0}, of_noise{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                addViscosity<Floats>(law, kernel, own, pair, {c[0], c[1], c[2]}, sum);
                if constexpr (with_noise) {
                    const Columns<float> n = loadQuads(noise, rows);
                    addFrictionOfNoise<Floats>(kernel, noise[i], pair, {n[0], n[1], n[2]}, of_noise);
                }
            });
            force[i] += total(sum) * all.volume;
            if constexpr (with_noise) force[i] += total(of_noise) * (2 * rates.on_noise * all.volume);
        }
    });
}

}  // namespace

void sumViscosity(const Neighbours& all, const Quad<float>* flow, const ViscousRates& rates,
                  std::size_t begin, std::size_t end, Vec3f* force) {
    return rates.noise != nullptr ? viscosityOf<true>(all, flow, rates, begin, end, force)
                                  : viscosityOf<false>(all, flow, rates, begin, end, force);
}

TALUS_FLATTEN void sumNoise(const Neighbours& all, const Quad<float>* flow, std::size_t begin,
                            std::size_t end, Quad<float>* noise) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Floats weight = 0;
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                addToMean<Floats>(kernel, pair, {c[0], c[1], c[2]}, sum, weight);
            });
            const Quad<float> of_all = totals(sum.x, sum.y, sum.z, weight);
            noise[i] = noiseOf(flow[i], of_all.xyz(), of_all.w);
        }
    });
}

TALUS_FLATTEN void sumFriction(const Neighbours& all, const Quad<float>* flow, const Friction& friction,
                               std::size_t begin, std::size_t end, Quad<float>* rate) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const FrictionAt<float> nu(friction);
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                addFriction<Floats>(nu, kernel, own, pair, {c[0], c[1], c[2]}, sum);
            });
            const Vec3f of_all = total(sum) * all.volume;
            rate[i] = {of_all.x, of_all.y, of_all.z, 0};
        }
    });
}

TALUS_FLATTEN void sumCohesion(const Neighbours& all, const Quad<float>* flow, float strength,
                               std::size_t begin, std::size_t end, Vec3f* force) {
    withKernel(all, [&](const auto&, auto repeats) {
        const PairCohesion law(strength, all.support);
        for (std::size_t i = begin; i < end; ++i) {
            const float density = flow[i].w;
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> f = loadQuads(flow, rows);
                addCohesion<Floats>(law, density, pair, f[3], sum);
            });
            force[i] -= total(sum);
        }
    });
}

}  // namespace talus::water

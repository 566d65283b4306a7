#include "talus/water/kernel/mueller.h"

#include "talus/water/search/pairs_simd.h"
#include "talus/water/solver/mueller.h"

namespace talus::water {
namespace {

namespace stdx = std::experimental;

/// Calls work(std::true_type) where the domain is periodic.
template <class Work>
void onDomain(const Neighbours& all, Work work) {
    if (all.period == Vec3f{})
        work(std::false_type{});
    else
        work(std::true_type{});
}

}  // namespace

TALUS_FLATTEN void sumMuellerDensity(const Neighbours& all, double mass, std::size_t begin, std::size_t end,
                                     float* density) {
    onDomain(all, [&](auto repeats) {
        const Poly6<float> poly6(double{all.support});
        const float own = poly6.valueOfSquare<float>(0.0f), m = static_cast<float>(mass);
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0;
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t*) {
                sum += poly6.valueOfSquare<Floats>(pair.r * pair.r);
            });
            density[i] = m * (own + stdx::reduce(sum));
        }
    });
}

TALUS_FLATTEN void sumMuellerForces(const Neighbours& all, const MuellerLaw& law, const Quad<float>* flow,
                                    std::size_t begin, std::size_t end, Vec3f* force) {
    onDomain(all, [&](auto repeats) {
        const Spiky<float> spiky(double{all.support});
        const Viscosity<float> smooth(double{all.support});
        const Poly6<float> poly6(double{all.support});
        const float m = static_cast<float>(law.mass), mu = static_cast<float>(law.viscosity),
                    sigma = static_cast<float>(law.tension), min_gradient = static_cast<float>(law.threshold);
        const float own_bend = poly6.laplacianOfSquare<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            const float pressure = all.position_pressure[i].w;
            Vec3<Floats> pressure_acceleration{0, 0, 0}, drag{0, 0, 0}, normal{0, 0, 0};
            Floats bend = 0;
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                const Floats volume = m / c[3], square = pair.r * pair.r;
                pressure_acceleration +=
                    pair.from * (spiky.gradient<Floats>(pair.r, pair.inverse_r) * (pressure + pair.weight));
                drag += Vec3<Floats>{c[0] - own.x, c[1] - own.y, c[2] - own.z} *
                        (volume * smooth.laplacian<Floats>(pair.r));
                normal += pair.from * (volume * poly6.gradientOfSquare<Floats>(square));
                bend += volume * poly6.laplacianOfSquare<Floats>(square);
            });
            const Vec3f n = totals(normal);
            const float size = length(n);
            Vec3f sum = totals(pressure_acceleration) * -m + totals(drag) * (mu / own.w);
            if (sigma > 0 && size >= min_gradient)
                sum -= n * (sigma * (stdx::reduce(bend) + m / own.w * own_bend) / (size * own.w));
            force[i] += sum;
        }
    });
}

}  // namespace talus::water

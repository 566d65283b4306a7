#include "talus/water/solver/sums.h"

#include "talus/water/search/pairs_simd.h"
// After the packs, whose arithmetic it uses.
#include "talus/water/solver/pair_sums.h"

namespace talus::water {
namespace {

Symmetric<float> matrixAt(const Corrections& correct, std::size_t i) {
    const Quad<float>&d = correct.diagonal[i], &r = correct.rest[i];
    return {d.x, d.y, d.z, r.x, r.y, r.z};
}
template <class T>
Symmetric<T> spread(const Symmetric<float>& m) {
    return {m.xx, m.yy, m.zz, m.yz, m.zx, m.xy};
}
Symmetric<float> scaled(const Symmetric<float>& m, float s) {
    return {m.xx * s, m.yy * s, m.zz * s, m.yz * s, m.zx * s, m.xy * s};
}
Symmetric<Floats> loadMatrices(const Corrections& correct, const std::uint32_t* rows) {
    const Columns<float> d = loadQuads(correct.diagonal, rows), r = loadQuads(correct.rest, rows);
    return {d[0], d[1], d[2], r[0], r[1], r[2]};
}

}  // namespace

TALUS_FLATTEN void sumDensity(const Neighbours& all, const Quad<float>* wall, std::size_t begin,
                              std::size_t end, const DensityRows& into) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const float own = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            DensitySums<Floats> sum;
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t*) {
                addDensity<Floats>(kernel, pair, sum);
            });
            const Quad<float> gradient = totals(sum.gradient.x, sum.gradient.y, sum.gradient.z, sum.squares);
            const Quad<float> moment = totals(sum.moment.xx, sum.moment.yy, sum.moment.zz, sum.values);
            const Vec3f rest = totals(Vec3<Floats>{sum.moment.yz, sum.moment.zx, sum.moment.xy});
            const DensityOfParticle found =
                densityOf({moment.w,
                           gradient.w,
                           gradient.xyz(),
                           {moment.x, moment.y, moment.z, rest.x, rest.y, rest.z}},
                          own, all.volume, all.support, wall[i]);
            const Symmetric<float>& matrix = found.correction;
            into.density[i] = found.density;
            into.response[i] = found.response;
            into.diagonal[i] = {matrix.xx, matrix.yy, matrix.zz, 0};
            into.rest[i] = {matrix.yz, matrix.zx, matrix.xy, 0};
        }
    });
}

namespace {

template <bool corrects>
TALUS_FLATTEN void ratesOf(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
                           const Quad<float>* wall, const float* wall_rate, std::size_t begin,
                           std::size_t end, float* rate) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0;
            const Quad<float> own = flow[i];
            const Vec3<Floats> velocity{own.x, own.y, own.z};
            Symmetric<Floats> matrix;
            if constexpr (corrects) matrix = spread<Floats>(matrixAt(correct, i));
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                Vec3<Floats> relative = velocity - Vec3<Floats>{c[0], c[1], c[2]};
                if constexpr (corrects) relative = times(matrix, relative);
                addRate<Floats>(kernel, pair, relative, sum);
            });
            rate[i] = rateOf(std::experimental::reduce(sum), all.volume, own, wall[i],
                             wall_rate != nullptr ? wall_rate[i] : 0);
        }
    });
}

template <bool corrects>
TALUS_FLATTEN void pressureAccelerationsOf(const Neighbours& all, const Corrections& correct,
                                           const Quad<float>* wall, std::size_t begin, std::size_t end,
                                           Quad<float>* pressure_acceleration) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Vec3<Floats> sum{0, 0, 0};
            const float own = all.position_pressure[i].w;
            Symmetric<Floats> matrix;
            if constexpr (corrects) matrix = spread<Floats>(scaled(matrixAt(correct, i), own));
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                if constexpr (corrects)
                    addPressureAcceleration<Floats>(kernel, matrix, pair, loadMatrices(correct, rows), sum);
                else
                    addPressureAcceleration<Floats>(kernel, Floats(own), pair, sum);
            });
            pressure_acceleration[i] = pressureAccelerationOf(totals(sum), all.volume, own, wall[i]);
        }
    });
}

}  // namespace

void sumRate(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
             const Quad<float>* wall, const float* wall_rate, std::size_t begin, std::size_t end,
             float* rate) {
    const auto sum = correct.diagonal != nullptr ? ratesOf<true> : ratesOf<false>;
    sum(all, correct, flow, wall, wall_rate, begin, end, rate);
}

void sumPressureAcceleration(const Neighbours& all, const Corrections& correct, const Quad<float>* wall,
                             std::size_t begin, std::size_t end, Quad<float>* pressure_acceleration) {
    const auto sum =
        correct.diagonal != nullptr ? pressureAccelerationsOf<true> : pressureAccelerationsOf<false>;
    sum(all, correct, wall, begin, end, pressure_acceleration);
}

}  // namespace talus::water

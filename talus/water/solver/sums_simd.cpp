#include "talus/water/solver/sums.h"

#include <algorithm>

#include "talus/math/symmetric.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::water {
namespace {

/// Of a volume around a particle, 1 where the kernel is full and 0.5 at a plane surface. Below this it is at
/// the surface, or alone. Chosen between the two.
constexpr float least_determinant = 0.6f;

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

/// m += (a x a) s
void addOuter(Symmetric<Floats>& m, const Vec3<Floats>& a, const Floats& s) {
    const Vec3<Floats> b = a * s;
    m = {fused(a.x, b.x, m.xx), fused(a.y, b.y, m.yy), fused(a.z, b.z, m.zz),
         fused(a.y, b.z, m.yz), fused(a.z, b.x, m.zx), fused(a.x, b.y, m.xy)};
}

/// L of one particle. @param of the matrix that it turns into 1
Symmetric<float> correction(const Symmetric<float>& of, bool near_wall) {
    if (near_wall || determinant(of) < least_determinant) return {1, 1, 1, 0, 0, 0};
    return inverse(of);
}

}  // namespace

TALUS_FLATTEN void sumDensity(const Neighbours& all, const Quad<float>* wall, std::size_t begin,
                              std::size_t end, const DensityRows& into) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const float own = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0, squares = 0;
            Vec3<Floats> gradient{0, 0, 0};
            Symmetric<Floats> moment{0, 0, 0, 0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t*) {
                sum += kernel.template value<Floats>(pair.r);
                const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                addTimes(gradient, pair.from, g);
                addOuter(moment, pair.from, g);
                const Floats slope = g * pair.r;
                squares = fused(slope, slope, squares);
            });
            const Quad<float> solid = wall[i];
            const float v = all.volume;
            const Quad<float> total = totals(gradient.x, gradient.y, gradient.z, squares);
            const Quad<float> diagonal = totals(moment.xx, moment.yy, moment.zz, sum);
            const Vec3f rest = totals(Vec3<Floats>{moment.yz, moment.zx, moment.xy});
            const Symmetric<float> matrix = correction(
                scaled({diagonal.x, diagonal.y, diagonal.z, rest.x, rest.y, rest.z}, -v), solid.w > 0);
            // One number for both solves, the smaller: each turn of theirs must not overdo. The mean of L^2
            // over all directions stands for what it does to each neighbour's gradient.
            const float stretch = (squaredLength(Vec3f{matrix.xx, matrix.yy, matrix.zz}) +
                                   2 * squaredLength(Vec3f{matrix.yz, matrix.zx, matrix.xy})) /
                                  3;
            const Vec3f plain = total.xyz() * v + solid.xyz() * 2.0f,
                        corrected = times(matrix, total.xyz()) * v + solid.xyz() * 2.0f;
            const float change = std::max(squaredLength(plain), squaredLength(corrected)) +
                                 v * v * std::max(1.0f, stretch) * total.w;
            into.density[i] = v * (own + diagonal.w) + solid.w;
            // A particle that is alone has nothing to be pressed against.
            into.response[i] = change * all.support * all.support > 1e-6f ? 1 / change : 0;
            into.diagonal[i] = {matrix.xx, matrix.yy, matrix.zz, 0};
            into.rest[i] = {matrix.yz, matrix.zx, matrix.xy, 0};
        }
    });
}

namespace {

template <bool corrects>
TALUS_FLATTEN void rateOf(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
                          const Quad<float>* wall, const float* wall_rate, std::size_t begin, std::size_t end,
                          float* rate) {
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
                sum = fused(kernel.template gradient<Floats>(pair.r, pair.inverse_r),
                            fusedDot(relative, pair.from), sum);
            });
            rate[i] = all.volume * std::experimental::reduce(sum) +
                      2 * (dot(own.xyz(), wall[i].xyz()) - (wall_rate != nullptr ? wall_rate[i] : 0));
        }
    });
}

template <bool corrects>
TALUS_FLATTEN void pushOf(const Neighbours& all, const Corrections& correct, const Quad<float>* wall,
                          std::size_t begin, std::size_t end, Quad<float>* push) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Vec3<Floats> sum{0, 0, 0};
            const float own = all.place[i].w;
            Symmetric<Floats> matrix;
            if constexpr (corrects) matrix = spread<Floats>(scaled(matrixAt(correct, i), own));
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                if constexpr (corrects) {
                    // Products and sums apart: so the two of a pair get the same numbers.
                    const Symmetric<Floats> m = loadMatrices(correct, rows);
                    const Floats& k = pair.weight;
                    addTimes(sum,
                             times({matrix.xx + k * m.xx, matrix.yy + k * m.yy, matrix.zz + k * m.zz,
                                    matrix.yz + k * m.yz, matrix.zx + k * m.zx, matrix.xy + k * m.xy},
                                   pair.from),
                             g);
                } else {
                    addTimes(sum, pair.from, g * (own + pair.weight));
                }
            });
            const Vec3f a = totals(sum) * -all.volume - wall[i].xyz() * (2 * own);
            push[i] = {a.x, a.y, a.z, 0};
        }
    });
}

}  // namespace

void sumRate(const Neighbours& all, const Corrections& correct, const Quad<float>* flow,
             const Quad<float>* wall, const float* wall_rate, std::size_t begin, std::size_t end,
             float* rate) {
    const auto sum = correct.diagonal != nullptr ? rateOf<true> : rateOf<false>;
    sum(all, correct, flow, wall, wall_rate, begin, end, rate);
}

void sumPush(const Neighbours& all, const Corrections& correct, const Quad<float>* wall, std::size_t begin,
             std::size_t end, Quad<float>* push) {
    const auto sum = correct.diagonal != nullptr ? pushOf<true> : pushOf<false>;
    sum(all, correct, wall, begin, end, push);
}

}  // namespace talus::water

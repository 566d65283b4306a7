#include "talus/water/solver/sums.h"

#include "talus/water/search/pairs_simd.h"

namespace talus::water {
TALUS_FLATTEN void sumDensity(const Neighbours& all, const Quad<float>* wall, std::size_t begin,
                              std::size_t end, float* density, float* response) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const float own = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0, squares = 0;
            Vec3<Floats> gradient{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t*) {
                sum += kernel.template value<Floats>(pair.r);
                const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                addTimes(gradient, pair.from, g);
                const Floats slope = g * pair.r;
                squares = fused(slope, slope, squares);
            });
            const Quad<float> solid = wall[i];
            const float v = all.volume;
            const Quad<float> total = totals(gradient.x, gradient.y, gradient.z, squares);
            const Vec3f all_round = total.xyz() * v + solid.xyz() * 2.0f;
            const float change = squaredLength(all_round) + v * v * total.w;
            density[i] = v * (own + std::experimental::reduce(sum)) + solid.w;
            // A particle that is alone has nothing to be pressed against.
            response[i] = change * all.support * all.support > 1e-6f ? 1 / change : 0;
        }
    });
}

TALUS_FLATTEN void sumRate(const Neighbours& all, const Quad<float>* flow, const Quad<float>* wall,
                           const float* wall_rate, std::size_t begin, std::size_t end, float* rate) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0;
            const Quad<float> own = flow[i];
            const Vec3<Floats> velocity{own.x, own.y, own.z};
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                const Vec3<Floats> relative = velocity - Vec3<Floats>{c[0], c[1], c[2]};
                sum = fused(kernel.template gradient<Floats>(pair.r, pair.inverse_r),
                            fusedDot(relative, pair.from), sum);
            });
            rate[i] = all.volume * std::experimental::reduce(sum) +
                      2 * (dot(own.xyz(), wall[i].xyz()) - (wall_rate != nullptr ? wall_rate[i] : 0));
        }
    });
}

TALUS_FLATTEN void sumPush(const Neighbours& all, const Quad<float>* wall, std::size_t begin, std::size_t end,
                           Quad<float>* push) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Vec3<Floats> sum{0, 0, 0};
            const float own = all.place[i].w;
            forNeighbours<repeats.value>(all, i, [&](const Pair& pair, const std::uint32_t*) {
                addTimes(sum, pair.from,
                         kernel.template gradient<Floats>(pair.r, pair.inverse_r) * (own + pair.weight));
            });
            const Vec3f a = totals(sum) * -all.volume - wall[i].xyz() * (2 * own);
            push[i] = {a.x, a.y, a.z, 0};
        }
    });
}

}  // namespace talus::water

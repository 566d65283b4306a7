#include "talus/water/forces/viscous_solve.h"
#include "talus/water/search/pairs_simd.h"
// Behind the packs, whose arithmetic it uses.
#include "talus/water/forces/pairs.h"

namespace talus::water {

namespace stdx = std::experimental;

TALUS_FLATTEN void sumViscous(const Neighbours& all, const Quad<float>* velocity, std::size_t begin,
                              std::size_t end, Vec3f* out) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = velocity[i];
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(velocity, rows);
                addViscous<Floats>(kernel, own, pair, {c[0], c[1], c[2]}, sum);
            });
            const float factor = -2 * all.volume;
            out[i] = totals(sum) * factor;
        }
    });
}

TALUS_FLATTEN void sumViscousDiagonal(const Neighbours& all, std::size_t begin, std::size_t end,
                                      float* diagonal) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            Floats sum = 0;
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t*) {
                sum += kernel.template gradient<Floats>(pair.r, pair.inverse_r);
            });
            diagonal[i] = -2 * all.volume * stdx::reduce(sum);
        }
    });
}

}  // namespace talus::water

#include "talus/water/search/pairs_simd.h"
#include "talus/water/solver/last_pressure.h"
#include "talus/water/solver/smooth_acceleration.h"
// Behind the packs, whose arithmetic it uses.
#include "talus/water/forces/pairs.h"

namespace talus::water {

TALUS_FLATTEN void sumMean(const Neighbours& all, const Quad<float>* acceleration, std::size_t begin,
                           std::size_t end, Quad<float>* mean) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const float alone = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            Floats weight = 0;
            Vec3<Floats> sum{0, 0, 0};
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(acceleration, rows);
                addToMean<Floats>(kernel, pair, {c[0], c[1], c[2]}, sum, weight);
            });
            const Quad<float> of_all = totals(sum.x, sum.y, sum.z, weight);
            mean[i] = meanWithOwn(of_all.xyz(), of_all.w, acceleration[i], alone);
        }
    });
}

}  // namespace talus::water

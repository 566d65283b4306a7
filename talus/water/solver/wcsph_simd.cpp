#include "talus/water/search/pairs_simd.h"
// After the packs, whose arithmetic it uses.
#include "talus/water/solver/rates.h"
#include "talus/water/solver/wcsph.h"

namespace talus::water {

TALUS_FLATTEN void sumRates(const Neighbours& all, const Compressible& law, const Quad<float>* flow,
                            const Quad<float>* wall, const float* wall_rate, const Vec3f* force,
                            std::size_t begin, std::size_t end, Vec3f* acceleration, float* rate) {
    withKernel(all, [&](const auto& kernel, auto repeats) {
        const RateLaw constants(law, double{all.support}, all.volume);
        const float alone = kernel.template value<float>(0.0f);
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            const float pressure = all.position_pressure[i].w;
            RateSums<Floats> sum;
            forNeighbours<repeats.value>(all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                const Columns<float> c = loadQuads(flow, rows);
                addRates<Floats>(constants, kernel, own, pressure, pair, {c[0], c[1], c[2]}, c[3], sum);
            });
            const Quad<float> total =
                totals(sum.acceleration.x, sum.acceleration.y, sum.acceleration.z, sum.change);
            const Rates rates =
                ratesOf(constants, alone,
                        RateSums<float>{total.xyz(), total.w, std::experimental::reduce(sum.values)}, own,
                        pressure, wall[i], wall_rate[i], force[i]);
            acceleration[i] = rates.acceleration;
            rate[i] = rates.density;
        }
    });
}

}  // namespace talus::water

#include "talus/couple/erosion/carry/thicken_water.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::couple::erosion {

TALUS_FLATTEN void sumThickened(const water::Neighbours& all, const Quad<float>* flow, std::size_t begin,
                                std::size_t end, Vec3f* force) {
    using water::Floats, water::Pair;
    water::withKernel(all, [&](const auto& kernel, auto repeats) {
        for (std::size_t i = begin; i < end; ++i) {
            const Quad<float> own = flow[i];
            Vec3<Floats> sum{0, 0, 0};
            water::forNeighbours<repeats.value>(
                all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                    const Columns<float> c = water::loadQuads(flow, rows);
                    const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                    // own.w + c[3] is 2 nu_ij: twice the mean of both particles.
                    sum += Vec3<Floats>{own.x - c[0], own.y - c[1], own.z - c[2]} * (g * (own.w + c[3]));
                });
            force[i] += water::totals(sum) * all.volume;
        }
    });
}

}  // namespace talus::couple::erosion

#include "talus/couple/erosion/carry/carry_sediment.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::couple::erosion {

/// Each pair is worked out in single precision, which gives both of it the same number but for its sign;
/// sums are in double, so that they add up to nothing to round-off.
TALUS_FLATTEN void sumCarried(const water::Neighbours& all, const Quad<float>* load, const Vec3f& fall,
                              float spread, std::size_t begin, std::size_t end, double* change) {
    using water::Floats, water::Pair;
    water::withKernel(all, [&](const auto& kernel, auto repeats) {
        const Floats twice = -2 * all.volume, volume = all.volume;
        const Vec3<Floats> way{fall.x, fall.y, fall.z};
        for (std::size_t i = begin; i < end; ++i) {
            const Floats own = load[i].x, own_free = load[i].y;
            std::array<double, Floats::size()> sums{};
            water::forNeighbours<repeats.value>(
                all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                    const Columns<float> other = water::loadQuads(load, rows);
                    const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                    const Floats below = way.x * pair.from.x + way.y * pair.from.y + way.z * pair.from.z;
                    const Floats gives =
                        select<Floats>(below > Floats(0), other[0] * own_free, own * other[1]);
                    const Floats sinks = twice * g * below * gives;
                    const Floats spreads = volume * spread * g * (own - other[0]);
                    std::array<float, Floats::size()> both;
                    (sinks + spreads).copy_to(both.data(), std::experimental::element_aligned);
                    for (std::size_t k = 0; k < both.size(); ++k) sums[k] += double{both[k]};
                });
            double sum = 0;
            for (const double part : sums) sum += part;
            change[i] = sum;
        }
    });
}

}  // namespace talus::couple::erosion

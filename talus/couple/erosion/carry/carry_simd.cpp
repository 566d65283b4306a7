#include "talus/couple/erosion/carry/carry_sediment.h"
#include "talus/water/search/pairs_simd.h"

namespace talus::couple::erosion {

/// Each pair is computed in single precision, which gives both particles the same value with opposite signs.
/// The sums are in double precision, so that they cancel to round-off.
TALUS_FLATTEN void sumCarried(const water::Neighbours& all, const Quad<float>* load, const Vec3f& fall,
                              float spread, std::size_t begin, std::size_t end, double* change) {
    using water::Floats, water::Pair;
    water::withKernel(all, [&](const auto& kernel, auto repeats) {
        const Floats twice = -2 * all.volume, volume = all.volume;
        const Vec3<Floats> fall_vector{fall.x, fall.y, fall.z};
        for (std::size_t i = begin; i < end; ++i) {
            const Floats own = load[i].x, own_hindrance = load[i].y;
            std::array<double, Floats::size()> sums{};
            water::forNeighbours<repeats.value>(
                all, i, [&](const Pair<Floats>& pair, const std::uint32_t* rows) {
                    const Columns<float> other = water::loadQuads(load, rows);
                    const Floats g = kernel.template gradient<Floats>(pair.r, pair.inverse_r);
                    const Floats depth_below = fall_vector.x * pair.from.x + fall_vector.y * pair.from.y +
                                               fall_vector.z * pair.from.z;
                    const Floats donor =
                        select<Floats>(depth_below > Floats(0), other[0] * own_hindrance, own * other[1]);
                    const Floats sinking = twice * g * depth_below * donor;
                    const Floats spreading = volume * spread * g * (own - other[0]);
                    std::array<float, Floats::size()> pair_change;
                    (sinking + spreading).copy_to(pair_change.data(), std::experimental::element_aligned);
                    for (std::size_t k = 0; k < pair_change.size(); ++k) sums[k] += double{pair_change[k]};
                });
            double sum = 0;
            for (const double part : sums) sum += part;
            change[i] = sum;
        }
    });
}

}  // namespace talus::couple::erosion

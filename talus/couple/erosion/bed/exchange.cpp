#include "talus/couple/erosion/bed/exchange.h"

#include "talus/couple/erosion/fields.h"
#include "talus/exec/for_each.h"

namespace talus::couple::erosion {

void exchangeWithWater(step::Step& step, const Bed& bed, std::span<const double> eroded,
                       std::span<const double> settled) {
    constexpr std::size_t rows_at_once = 512;
    const auto sediment = step.write(water::water_table, fields::sediment);
    exec::for_each(
        step.exec, bed.near.size(),
        [&](std::size_t k) {
            double gain = 0;
            bed.forShares(k, [&](const Bed::Point& point, std::uint32_t p, double weight) {
                gain += eroded[p] * weight / point.weight;
                if (settled[p] > 0) gain -= settled[p] * weight * bed.near_sinking[k] / point.sinking;
            });
            sediment[bed.near[k]] += gain;
        },
        rows_at_once);
}

}  // namespace talus::couple::erosion

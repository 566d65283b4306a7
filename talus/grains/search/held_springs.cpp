#include "talus/grains/search/held_springs.h"

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::grains {

HeldSprings::HeldSprings(const exec::Exec& exec, std::size_t grains, const ListViews& list,
                         state::View<const std::uint8_t> touching, const KeptVectors<const Vec3d>& spring,
                         const KeptVectors<const Vec3d>& angle) {
    begin_.resize(grains + 1);
    const auto forHeld = [&](std::size_t b, auto take) {
        const Block block = list.block(b);
        for (std::size_t row = block.first_row; row < block.last_row; ++row)
            if (touching[row] != 0) take(list.pair(block, row), row);
    };
    exec::for_each(
        exec, list.blocks(),
        [&](std::size_t b) {
            forHeld(b, [&](const ListViews::Pair& pair, std::size_t) { ++begin_.data()[pair.i]; });
        },
        1);
    const std::uint32_t total =
        exec::exclusive_scan<std::uint32_t>(exec, std::as_const(begin_).view(), begin_.view());
    partner_.resize(total);
    spring_.resize(total);
    if (!angle.empty()) angle_.resize(total);
    // Inserting the pairs advances each grain's start to its end, which is the start of the next grain. The
    // shift below restores the starts.
    exec::for_each(
        exec, list.blocks(),
        [&](std::size_t b) {
            forHeld(b, [&](const ListViews::Pair& pair, std::size_t row) {
                const std::uint32_t at = begin_.data()[pair.i]++;
                partner_.data()[at] = static_cast<std::uint32_t>(pair.j);
                spring_.data()[at] = spring[row];
                if (!angle.empty()) angle_.data()[at] = angle[row];
            });
        },
        1);
    for (std::size_t i = grains; i > 0; --i) begin_.data()[i] = begin_.data()[i - 1];
    begin_.data()[0] = 0;
}

std::size_t HeldSprings::rowOf(std::size_t a, std::size_t b) const {
    for (std::size_t k = begin_.data()[a]; k < begin_.data()[a + 1]; ++k)
        if (partner_.data()[k] == b) return k;
    return none;
}

HeldSprings::Memory HeldSprings::find(std::size_t a, std::size_t b) const {
    const auto angleAt = [&](std::size_t k) { return angle_.empty() ? Vec3d{} : angle_.data()[k]; };
    if (const std::size_t k = rowOf(a, b); k != none) return {true, spring_.data()[k], angleAt(k)};
    if (const std::size_t k = rowOf(b, a); k != none)
        return {true, Vec3d{} - spring_.data()[k],
                Vec3d{} - angleAt(k)};  // 0 - x instead of -x, so that zero stays +0
    return {};
}

}  // namespace talus::grains

#include "talus/grains/search/far_pairs.h"

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"
#include "talus/grains/search/partners.h"

namespace talus::grains {
namespace {

/// Sorts the pairs by their first grain. The sort is stable.
void sortByFirst(const exec::Exec& exec, const std::vector<FarPairs::Pair>& found,
                 exec::Array<FarPairs::Pair>& pairs) {
    exec::Array<std::uint64_t> first(found.size());
    exec::Array<std::uint32_t> order(found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        first.data()[k] = found[k].first;
        order.data()[k] = static_cast<std::uint32_t>(k);
    }
    exec::SortScratch scratch;
    exec::sort_by_key(exec, first.view(), order.view(), scratch);
    pairs.resize(found.size());
    for (std::size_t k = 0; k < found.size(); ++k) pairs.data()[k] = found[order.data()[k]];
}

}  // namespace

FarPairs::FarPairs(const exec::Exec& exec, const ContactSearch& search, const FarPairRule& rule,
                   const ClassGrids& grids, exec::View<const Vec3d> position) {
    if (!(rule.allowance_rule.time > 0)) return;
    std::vector<std::vector<Pair>> parts((rule.moving + rule.block_size - 1) / rule.block_size);
    exec::for_each(
        exec, parts.size(),
        [&](std::size_t b) {
            const std::size_t begin = b * rule.block_size,
                              end = std::min(rule.moving, begin + rule.block_size);
            Partners partners(search, grids, position, rule.radius, rule.farthest(search), far_cells);
            const auto list = [&](std::size_t first, std::size_t second, std::uint8_t image) {
                parts[b].push_back(
                    {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), image});
            };
            for (std::size_t i = begin; i < end; ++i) {
                if (!rule.allowance_rule.isLong(rule.allowance[i])) continue;
                const double gap = search.range + (double{rule.allowance[i]} + rule.allowance_rule.most);
                for (int other = 0; other < search.sizes.count; ++other)
                    partners.of(i, partners.classOf(i), other, gap, {},
                                [&](std::uint32_t j, std::uint8_t image, double square) {
                                    if (rule.isFar(search, i, j, square))
                                        rule.list(search, i, j, image, list);
                                });
            }
        },
        1);
    std::vector<Pair> found;
    for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
    sortByFirst(exec, found, pairs);
}

}  // namespace talus::grains

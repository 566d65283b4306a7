#include "talus/grains/search/find_pairs.h"

#include <algorithm>

#include "talus/grains/clumps/fields.h"
#include "talus/grains/search/halo_key.h"
#include "talus/grains/search/partners.h"

namespace talus::grains {
namespace {

std::vector<std::uint64_t> haloOf(const FoundPairs& found) {
    std::vector<std::uint64_t> halo;
    for (const auto* pairs : {&found.touching, &found.apart})
        for (const FoundPairs::Pair& pair : *pairs)
            if (!pair.inside) halo.push_back(HaloKey::of(pair.other, pair.image));
    std::sort(halo.begin(), halo.end());
    halo.erase(std::unique(halo.begin(), halo.end()), halo.end());
    return halo;
}

}  // namespace

FoundPairs findPairs(const ContactSearch& search, const ClassGrids& grids, const FarPairs& far_pairs,
                     exec::View<const Vec3d> position, exec::View<const double> radius,
                     exec::View<const std::uint32_t> clump, std::size_t begin, std::size_t end) {
    FoundPairs found;
    found.touching.reserve(3 * (end - begin));
    found.apart.reserve(2 * (end - begin));
    Partners partners(search, grids, position, radius, search.reach(), near_cells);
    const auto put = [&](std::vector<FoundPairs::Pair>& pairs, std::size_t i, std::uint32_t j,
                         std::uint8_t image, bool inside) {
        pairs.push_back({j, static_cast<std::uint16_t>(i - begin), image, inside});
    };
    const auto isInside = [&](std::uint32_t j, std::uint8_t image) {
        return image == environment::own_image && j >= begin && j < end;
    };
    const auto isOneClump = [&](std::size_t i, std::uint32_t j) {
        return !clump.empty() && clump[i] == clump[j] && clump[i] != no_clump;
    };
    /// Whether a grain may list pairs with grains of a finer class. Mostly it does not, because these have
    /// lower rows.
    const auto listsFiner = [&](int other) {
        const ClassGrid* const grid = grids.of(other);
        return grid != nullptr && (search.by_both || grid->hasSettled());
    };
    const FarPairs::Pair* far = far_pairs.from(begin);
    for (std::size_t i = begin; i < end; ++i) {
        const int own = partners.classOf(i);
        for (int other = 0; other < search.sizes.count; ++other) {
            if (other < own && !listsFiner(other)) continue;
            // The block's earlier grains of the same class have already listed their pairs with this one.
            neighbors::CellRange skip;
            if (other == own) skip = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i + 1)};
            partners.of(
                i, own, other, search.reach(), skip, [&](std::uint32_t j, std::uint8_t image, double square) {
                    const bool inside = isInside(j, image);
                    if (!search.lists(i, j, inside) || isOneClump(i, j)) return;
                    const double contact = radius[i] + radius[j] + search.range;
                    put(square < contact * contact ? found.touching : found.apart, i, j, image, inside);
                });
        }
        for (; far != far_pairs.end() && far->first == i; ++far)
            if (!isOneClump(i, far->second))
                put(found.apart, i, far->second, far->image, isInside(far->second, far->image));
    }
    found.halo = haloOf(found);
    return found;
}

}  // namespace talus::grains

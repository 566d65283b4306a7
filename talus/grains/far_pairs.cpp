#include "talus/grains/far_pairs.h"

#include "talus/exec/for_each.h"
#include "talus/exec/sort.h"

namespace talus::grains {
namespace {

/// Finds the far partners of one grain after the other.
class Lister {
  public:
    Lister(const ContactSearch& search, const FarPairRule& rule, const Neighbourhood& grid,
           exec::View<const Vec3d> position, exec::View<const double> radius)
        : search_(search), rule_(rule), grid_(grid), position_(position), radius_(radius) {}

    /// Calls take(j, image) for those of grain i.
    template <class Take>
    void forPartners(std::size_t i, Take take) {
        constexpr int cells = 2;
        const Vec3d& p = position_[i];
        const double a = radius_[i], farthest = rule_.leeway[i] + rule_.leeway_rule.most;
        forImagesNear(search_.domain, cells * search_.cell, p, [&](std::uint8_t image, const Vec3d& shift) {
            const neighbors::Cell cell = grid_.cellAt(p - shift);
            if (cell_ != cell) candidates_.gather(grid_, *(cell_ = cell), cells, position_, radius_);
            for (const std::uint32_t k : candidates_.findWithin(p, a, shift, search_.range + farthest)) {
                const std::uint32_t j = candidates_.row(k);
                if (rule_.isFar(search_, a + radius_[j], i, j, candidates_.square(k))) take(j, image);
            }
        });
    }

  private:
    const ContactSearch& search_;
    const FarPairRule& rule_;
    const Neighbourhood& grid_;
    exec::View<const Vec3d> position_;
    exec::View<const double> radius_;
    Candidates candidates_;
    std::optional<neighbors::Cell> cell_;
};

/// Sorts them by the first of the two; those of one first stay in their order.
void sortByFirst(const exec::Exec& exec, const std::vector<FarPairs::Pair>& found,
                 exec::Array<FarPairs::Pair>& pairs) {
    exec::Array<std::uint64_t> first(found.size());
    exec::Array<std::uint32_t> place(found.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
        first.data()[k] = found[k].first;
        place.data()[k] = static_cast<std::uint32_t>(k);
    }
    exec::SortScratch scratch;
    exec::sort_by_key(exec, first.view(), place.view(), scratch);
    pairs.resize(found.size());
    for (std::size_t k = 0; k < found.size(); ++k) pairs.data()[k] = found[place.data()[k]];
}

}  // namespace

FarPairs::FarPairs(const exec::Exec& exec, const ContactSearch& search, const FarPairRule& rule,
                   const Neighbourhood& grid, exec::View<const Vec3d> position,
                   exec::View<const double> radius) {
    if (!(rule.leeway_rule.time > 0)) return;
    std::vector<std::vector<Pair>> parts((rule.moving + rule.block_size - 1) / rule.block_size);
    exec::for_each(
        exec, parts.size(),
        [&](std::size_t b) {
            const std::size_t begin = b * rule.block_size,
                              end = std::min(rule.moving, begin + rule.block_size);
            Lister lister(search, rule, grid, position, radius);
            const auto list = [&](std::size_t first, std::size_t second, std::uint8_t image) {
                parts[b].push_back(
                    {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second), image});
            };
            for (std::size_t i = begin; i < end; ++i)
                if (rule.leeway_rule.isLong(rule.leeway[i]))
                    lister.forPartners(i, [&](std::uint32_t j, std::uint8_t image) {
                        rule.list(search, i, j, image, list);
                    });
        },
        1);
    std::vector<Pair> found;
    for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
    sortByFirst(exec, found, pairs);
}

}  // namespace talus::grains

#include "talus/exec/for_each.h"
#include "talus/exec/lower_bound.h"
#include "talus/grains/device/grains_state.h"

namespace talus::grains::device {
namespace {

/// Writes the rows of the two grains of a listed pair, and their sort keys.
struct IndexPair {
    ListViews list;
    View<std::uint32_t> first, second;
    View<std::uint8_t> image;
    View<std::uint64_t> keys;
    View<std::uint32_t> pair;

    TALUS_HD void operator()(std::size_t row) const {
        const std::size_t b = exec::lowerBound(list.rows_end, static_cast<std::uint32_t>(row + 1));
        const std::size_t first_grain = b == 0 ? 0 : list.grains_end[b - 1],
                          own = list.grains_end[b] - first_grain;
        const std::size_t i = first_grain + list.first[row], local = list.second[row];
        const bool inside = local < own;
        const std::size_t h = (b == 0 ? 0 : list.halo_end[b - 1]) + local - own;
        const std::size_t j = inside ? first_grain + local : list.halo_grain[h];
        first[row] = static_cast<std::uint32_t>(i);
        second[row] = static_cast<std::uint32_t>(j);
        image[row] = inside ? environment::own_image : list.halo_image[h];
        keys[2 * row] = std::uint64_t{i} << 32;
        keys[2 * row + 1] = std::uint64_t{j} << 32 | (inside ? 0 : h + 1);
        pair[2 * row] = static_cast<std::uint32_t>(2 * row);
        pair[2 * row + 1] = static_cast<std::uint32_t>(2 * row + 1);
    }
};

struct FindBegin {
    View<const std::uint64_t> keys;
    View<std::uint32_t> begin;
    TALUS_HD void operator()(std::size_t i) const {
        begin[i] = static_cast<std::uint32_t>(exec::lowerBound(keys, std::uint64_t{i} << 32));
    }
};

}  // namespace

std::optional<step::Trouble> indexPairs(const exec::Exec& exec, GrainTables& tables, PairIndex& index) {
    const std::size_t rows = tables.contacts.size(), grains = tables.grains.size();
    if (rows >= std::size_t{1} << 31)
        return step::Trouble{.what = "more than 2^31 pairs of grains are near each other",
                             .advice = "use fewer grains, or lower grains.skin",
                             .ids = {},
                             .positions = {}};
    index.first.resize(rows);
    index.second.resize(rows);
    index.image.resize(rows);
    index.keys.resize(2 * rows);
    index.pair.resize(2 * rows);
    index.begin.resize(grains + 1);
    const ListViews list{.grains_end = tables.blocks.read(fields::grains_end),
                         .rows_end = tables.blocks.read(fields::rows_end),
                         .halo_end = tables.blocks.read(fields::halo_end),
                         .ghosts_end = tables.blocks.read(fields::ghosts_end),
                         .halo_grain = tables.halo.read(fields::halo_grain),
                         .ghost = tables.halo.read(fields::ghost),
                         .halo_image = tables.halo.read(fields::halo_image),
                         .first = tables.contacts.read(fields::first),
                         .second = tables.contacts.read(fields::second)};
    exec::for_each(exec, rows,
                   IndexPair{list, index.first.view(), index.second.view(), index.image.view(),
                             index.keys.view(), index.pair.view()});
    exec::sort_by_key(exec, index.keys.view(), index.pair.view(), index.sort);
    exec::for_each(exec, grains + 1, FindBegin{std::as_const(index.keys).view(), index.begin.view()});
    return std::nullopt;
}

}  // namespace talus::grains::device

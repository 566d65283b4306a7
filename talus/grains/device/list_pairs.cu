#include <algorithm>

#include "talus/exec/for_each.h"
#include "talus/exec/lower_bound.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/search.h"
#include "talus/grains/search/cells_to_search.h"
#include "talus/grains/search/halo_key.h"

namespace talus::grains::device {
namespace {

/// Finds the pairs that a grain lists.
struct PairsOfGrain {
    ContactSearch search;
    View<const Vec3d> position;
    View<const double> radius;
    ClassCells cells;
    View<const std::uint64_t> far_first;
    View<const std::uint32_t> far_index, far_second;
    View<const std::uint8_t> far_image;

    TALUS_HD std::size_t block() const { return blockSize(position.size()); }
    TALUS_HD std::size_t blockBegin(std::size_t i) const { return i / block() * block(); }
    TALUS_HD std::size_t blockEnd(std::size_t i) const {
        const std::size_t end = blockBegin(i) + block();
        return end < position.size() ? end : position.size();
    }

    /// Calls take(j, image, inside: whether j is in the same block, whether the two touch) in the order of
    /// the list.
    template <class Take>
    TALUS_HD void forEach(std::size_t i, Take take) const {
        const std::size_t begin = blockBegin(i), end = blockEnd(i);
        const int own = search.sizes.of(radius[i]);
        // Grains of finer classes have lower rows, so they list the pair; a coarser grain lists it only where
        // both blocks do.
        for (int other = search.by_both ? 0 : own; other < search.sizes.count; ++other) {
            const CellsToSearch around = cellsToSearch(search, own, other, search.reach(), near_cells);
            forImagesNear(
                search.domain, around.reach, position[i], [&](std::uint8_t image, const Vec3d& shift) {
                    const neighbors::CellBox box = around.around(position[i] - shift, 1 / search.cell);
                    cells.forEachIn(box, other, [&](std::size_t j) {
                        const bool inside = image == environment::own_image && j >= begin && j < end;
                        if (!search.lists(i, j, inside)) return;
                        const double square = squaredLength((position[i] - position[j]) - shift);
                        const double radii = radius[i] + radius[j], contact = radii + search.range,
                                     reach = radii + search.reach();
                        if (square < reach * reach) take(j, image, inside, square < contact * contact);
                    });
                });
        }
        for (std::size_t k = exec::lowerBound(far_first, std::uint64_t{i});
             k < far_first.size() && far_first[k] == i; ++k) {
            const std::size_t j = far_second[far_index[k]];
            const std::uint8_t image = far_image[far_index[k]];
            take(j, image, image == environment::own_image && j >= begin && j < end, false);
        }
    }
};

/// Index of the counters of grain i. In each block, the counters of touching pairs come before those of the
/// others.
struct CountIndex {
    std::size_t grains;
    TALUS_HD std::size_t touching(std::size_t i) const {
        return i / blockSize(grains) * blockSize(grains) + i;
    }
    TALUS_HD std::size_t apart(std::size_t i) const {
        const std::size_t size = blockSize(grains), begin = i / size * size, end = begin + size;
        return touching(i) + ((end < grains ? end : grains) - begin);
    }
};

struct CountPairs {
    PairsOfGrain pairs;
    CountIndex index;
    View<std::uint32_t> count;

    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t touching = 0, apart = 0;
        pairs.forEach(i,
                      [&](std::size_t, std::uint8_t, bool, bool touches) { ++(touches ? touching : apart); });
        count[index.touching(i)] = touching;
        count[index.apart(i)] = apart;
    }
};

/// Key of a pair whose second grain is in the block itself. Other keys are the block above the bits of a
/// HaloKey.
constexpr std::uint64_t not_of_halo = ~std::uint64_t{0};

struct WritePairs {
    PairsOfGrain pairs;
    CountIndex index;
    View<const std::uint32_t> row_of;
    View<std::uint16_t> first, second;  ///< a `second` that is in the halo is written later
    View<std::uint32_t> first_grain, other_grain;
    View<std::uint64_t> halo_key;
    View<std::uint32_t> halo_pair;

    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t touching = row_of[index.touching(i)], apart = row_of[index.apart(i)];
        const std::size_t begin = pairs.blockBegin(i);
        pairs.forEach(i, [&](std::size_t j, std::uint8_t image, bool inside, bool touches) {
            const std::uint32_t row = (touches ? touching : apart)++;
            first[row] = static_cast<std::uint16_t>(i - begin);
            if (inside) second[row] = static_cast<std::uint16_t>(j - begin);
            first_grain[row] = static_cast<std::uint32_t>(i);
            other_grain[row] = static_cast<std::uint32_t>(j);
            halo_key[row] =
                inside ? not_of_halo : (i / pairs.block()) << HaloKey::bits | HaloKey::of(j, image);
            halo_pair[row] = row;
        });
    }
};

struct IsNewInHalo {
    View<const std::uint64_t> key;
    TALUS_HD bool at(std::size_t k) const {
        return key[k] != not_of_halo && (k == 0 || key[k] != key[k - 1]);
    }
};

struct MarkHalo {
    IsNewInHalo is_new;
    View<std::uint32_t> mark;
    TALUS_HD void operator()(std::size_t k) const { mark[k] = is_new.at(k) ? 1 : 0; }
};

struct WriteBlock {
    std::size_t grains;
    View<const std::uint32_t> row_of, halo_row;
    View<const std::uint64_t> halo_key;
    std::uint32_t rows, halo;  ///< number of all rows, and of all rows of the halo
    View<std::uint32_t> grains_end, rows_end, halo_end;
    View<std::uint8_t> asleep;

    TALUS_HD void operator()(std::size_t b) const {
        const std::size_t behind = (b + 1) * blockSize(grains), end = behind < grains ? behind : grains;
        grains_end[b] = static_cast<std::uint32_t>(end);
        rows_end[b] = end < grains ? row_of[2 * end] : rows;
        const std::size_t k = exec::lowerBound(halo_key, std::uint64_t{b + 1} << HaloKey::bits);
        halo_end[b] = k < halo_row.size() ? halo_row[k] : halo;
        asleep[b] = 0;
    }
};

struct WriteHalo {
    IsNewInHalo is_new;
    View<const std::uint32_t> halo_pair, halo_row, first_grain, halo_end;
    std::size_t grains;
    View<std::uint32_t> halo_grain;
    View<std::uint8_t> halo_image;
    View<std::uint16_t> second;

    TALUS_HD void operator()(std::size_t k) const {
        const std::uint64_t key = is_new.key[k];
        if (key == not_of_halo) return;
        const bool begins = is_new.at(k);
        const std::uint32_t h = halo_row[k] + (begins ? 1 : 0) - 1;
        const std::size_t b = key >> HaloKey::bits, begin = b * blockSize(grains),
                          end = begin + blockSize(grains);
        if (begins) {
            halo_grain[h] = HaloKey::grain(key);
            halo_image[h] = HaloKey::image(key);
        }
        const std::size_t own = (end < grains ? end : grains) - begin;
        second[halo_pair[k]] = static_cast<std::uint16_t>(own + h - (b == 0 ? 0 : halo_end[b - 1]));
    }
};

struct WriteGhost {
    View<const std::uint32_t> halo_grain;
    View<std::uint64_t> key;
    View<std::uint32_t> ghost;
    TALUS_HD void operator()(std::size_t h) const {
        key[h] = halo_grain[h];
        ghost[h] = static_cast<std::uint32_t>(h);
    }
};
struct WriteGhostsEnd {
    View<const std::uint64_t> key;
    View<const std::uint32_t> grains_end;
    View<std::uint32_t> ghosts_end;
    TALUS_HD void operator()(std::size_t b) const {
        ghosts_end[b] = static_cast<std::uint32_t>(exec::lowerBound(key, std::uint64_t{grains_end[b]}));
    }
};

/// As listGhosts in ghosts.h.
void listGhosts(const exec::Exec& exec, GrainTables& tables, SearchScratch& scratch) {
    DeviceOrHostTable &blocks = tables.blocks, &halo = tables.halo;
    scratch.ghost_keys.resize(halo.size());
    const auto ghost = halo.write(fields::ghost);
    exec::for_each(exec, halo.size(),
                   WriteGhost{halo.read(fields::halo_grain), scratch.ghost_keys.view(), ghost});
    exec::sort_by_key(exec, scratch.ghost_keys.view(), ghost, scratch.sort);
    exec::for_each(exec, blocks.size(),
                   WriteGhostsEnd{std::as_const(scratch.ghost_keys).view(), blocks.read(fields::grains_end),
                                  blocks.write(fields::ghosts_end)});
}

struct LargestHalo {
    View<const std::uint32_t> halo_end;
    TALUS_HD std::uint32_t operator()(std::size_t b) const {
        return halo_end[b] - (b == 0 ? 0 : halo_end[b - 1]);
    }
};
struct CountAt {
    View<const std::uint32_t> count;
    TALUS_HD std::uint64_t operator()(std::size_t k) const { return count[k]; }
};

/// Copies the springs of a pair from the old list, as HeldSprings does on the processor.
template <class Real>
struct CarrySprings {
    View<const std::uint32_t> order, first_grain, other_grain;
    View<const std::uint32_t> old_begin, old_pair, old_second;
    View<const std::uint8_t> old_touching;
    View<const Vec3<Real>> old_spring, old_angle;
    View<std::uint8_t> touching;
    View<Vec3<Real>> spring, angle;

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// The old row of the pair with a as its first grain and b as its second, if it acted; else none.
    TALUS_HD std::uint32_t rowOf(std::uint32_t a, std::uint32_t b) const {
        if (a + std::size_t{1} >= old_begin.size()) return none;  // appeared after the last search
        for (std::uint32_t k = old_begin[a]; k < old_begin[a + 1]; ++k) {
            const std::uint32_t row = old_pair[k] / 2;
            if (old_pair[k] % 2 == 0 && old_touching[row] != 0 && old_second[row] == b) return row;
        }
        return none;
    }

    TALUS_HD void operator()(std::size_t row) const {
        const std::uint32_t a = order[first_grain[row]], b = order[other_grain[row]];
        const std::uint32_t same = rowOf(a, b), other = same == none ? rowOf(b, a) : none;
        touching[row] = same != none || other != none;
        // 0 - x instead of -x, so that zero stays +0.
        const auto carried = [&](const View<const Vec3<Real>>& old) {
            return same != none ? old[same] : other != none ? Vec3<Real>{} - old[other] : Vec3<Real>{};
        };
        spring[row] = carried(old_spring);
        if (!angle.empty()) angle[row] = carried(old_angle);
    }
};

step::Trouble tooMany(std::string what) {
    return {.what = std::move(what),
            .advice = "use grain sizes that differ less, or lower grains.skin",
            .ids = {},
            .positions = {}};
}

}  // namespace

template <class Real>
std::optional<step::Trouble> listPairs(const exec::Exec& exec, const ContactSearch& search,
                                       const PairIndex& index, GrainTables& tables, SearchScratch& scratch) {
    const std::size_t grains = tables.grains.size(), size = blockSize(grains),
                      blocks = (grains + size - 1) / size;
    const PairsOfGrain pairs{search,
                             tables.grains.read(fields::position),
                             tables.grains.read(fields::radius),
                             scratch.classCells(),
                             std::as_const(scratch.far.first).view(),
                             std::as_const(scratch.far.index).view(),
                             std::as_const(scratch.far.second).view(),
                             std::as_const(scratch.far.image).view()};
    const CountIndex index_of{grains};
    scratch.rows.resize(2 * grains);
    exec::for_each(exec, grains, CountPairs{pairs, index_of, scratch.rows.view()});
    const View<const std::uint32_t> row_of = std::as_const(scratch.rows).view();
    if (exec::sum(exec, 2 * grains, std::uint64_t{0}, CountAt{row_of}) >> 31 != 0)
        return tooMany("more than 2^31 pairs of grains are near each other");
    const std::uint32_t rows = exec::exclusive_scan<std::uint32_t>(exec, row_of, scratch.rows.view());

    std::swap(tables.contacts, scratch.old_contacts);
    tables.contacts.shapeLike(scratch.old_contacts);
    DeviceOrHostTable &contacts = tables.contacts, &old = scratch.old_contacts;
    contacts.resize(rows);
    for (DeviceOrHostArray<std::uint32_t>* each :
         {&scratch.first, &scratch.other, &scratch.halo_pairs, &scratch.halo_rows})
        each->resize(rows);
    scratch.halo_keys.resize(rows);
    const auto second = contacts.write(fields::second);
    exec::for_each(
        exec, grains,
        WritePairs{pairs, index_of, row_of, contacts.write(fields::first), second, scratch.first.view(),
                   scratch.other.view(), scratch.halo_keys.view(), scratch.halo_pairs.view()});
    exec::sort_by_key(exec, scratch.halo_keys.view(), scratch.halo_pairs.view(), scratch.sort);
    const View<const std::uint64_t> halo_key = std::as_const(scratch.halo_keys).view();
    const View<const std::uint32_t> halo_row = std::as_const(scratch.halo_rows).view();
    exec::for_each(exec, rows, MarkHalo{{halo_key}, scratch.halo_rows.view()});
    const std::uint32_t halo = exec::exclusive_scan<std::uint32_t>(exec, halo_row, scratch.halo_rows.view());

    tables.blocks.resize(blocks);
    tables.halo.resize(halo);
    const auto halo_end = tables.blocks.write(fields::halo_end);
    exec::for_each(
        exec, blocks,
        WriteBlock{grains, row_of, halo_row, halo_key, rows, halo, tables.blocks.write(fields::grains_end),
                   tables.blocks.write(fields::rows_end), halo_end, tables.blocks.write(fields::asleep)});
    if (size + exec::reduce(exec, blocks, std::uint32_t{0}, LargestHalo{halo_end}, exec::Larger{}) >
        std::size_t{1} << 16)
        return tooMany(
            "the grains of one block may touch more than 64,000 other grains, which is too many for the "
            "list");
    exec::for_each(exec, rows,
                   WriteHalo{{halo_key},
                             scratch.halo_pairs.view(),
                             halo_row,
                             scratch.first.view(),
                             halo_end,
                             grains,
                             tables.halo.write(fields::halo_grain),
                             tables.halo.write(fields::halo_image),
                             second});
    listGhosts(exec, tables, scratch);

    const auto angle = contacts.writeIfAny(fields::angle<Real>);
    exec::for_each(
        exec, rows,
        CarrySprings<Real>{std::as_const(scratch.order).view(), scratch.first.view(), scratch.other.view(),
                           index.begin.view(), index.pair.view(), index.second.view(),
                           old.read(fields::touching), old.read(fields::spring<Real>),
                           angle.empty() ? View<const Vec3<Real>>{} : old.read(fields::angle<Real>),
                           contacts.write(fields::touching), contacts.write(fields::spring<Real>), angle});
    return std::nullopt;
}

template std::optional<step::Trouble> listPairs<double>(const exec::Exec&, const ContactSearch&,
                                                        const PairIndex&, GrainTables&, SearchScratch&);
template std::optional<step::Trouble> listPairs<float>(const exec::Exec&, const ContactSearch&,
                                                       const PairIndex&, GrainTables&, SearchScratch&);

}  // namespace talus::grains::device

#include "talus/grains/search/far_pairs.h"

#include <cmath>
#include <limits>

#include "talus/exec/for_each.h"
#include "talus/exec/lower_bound.h"
#include "talus/exec/reduce.h"
#include "talus/grains/device/search.h"
#include "talus/grains/search/cells_to_search.h"

namespace talus::grains::device {
namespace {

/// The far pairs that a grain finds.
struct FarPairsOfGrain {
    ContactSearch search;
    FarPairRule rule;
    View<const Vec3d> position;
    ClassCells cells;

    /// Calls list(first, second, image) for the rows that follow from these pairs, in the order of FarPairs.
    template <class List>
    TALUS_HD void forEach(std::size_t i, List list) const {
        if (!rule.allowance_rule.isLong(rule.allowance[i])) return;
        const int own = search.sizes.of(rule.radius[i]);
        for (int other = 0; other < search.sizes.count; ++other) {
            const CellsToSearch around = cellsToSearch(search, own, other, rule.farthest(search), far_cells);
            forImagesNear(
                search.domain, around.reach, position[i], [&](std::uint8_t image, const Vec3d& shift) {
                    const neighbors::CellBox box = around.around(position[i] - shift, 1 / search.cell);
                    cells.forEachIn(box, other, [&](std::size_t j) {
                        if (rule.isFar(search, i, j, squaredLength((position[i] - position[j]) - shift)))
                            rule.list(search, i, j, image, list);
                    });
                });
        }
    }
};

struct CountFarPairs {
    FarPairsOfGrain pairs;
    View<std::uint32_t> count;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t found = 0;
        pairs.forEach(i, [&](std::size_t, std::size_t, std::uint8_t) { ++found; });
        count[i] = found;
    }
};

struct WriteFarPairs {
    FarPairsOfGrain pairs;
    View<const std::uint32_t> row_of;
    View<std::uint64_t> first;
    View<std::uint32_t> index, second;
    View<std::uint8_t> image;
    TALUS_HD void operator()(std::size_t i) const {
        std::uint32_t row = row_of[i];
        pairs.forEach(i, [&](std::size_t of, std::size_t other, std::uint8_t which) {
            first[row] = of;
            index[row] = row;
            second[row] = static_cast<std::uint32_t>(other);
            image[row] = which;
            ++row;
        });
    }
};

AllowanceRule allowanceRuleNow(const exec::Exec& exec, const ContactSearch& search, double dt,
                               const GrainTables& tables) {
    const std::size_t count = tables.grains.size();
    const auto velocity = tables.grains.read(fields::velocity);
    const double fastest =
        std::sqrt(exec::reduce(exec, count, 0.0, allowance::SquareOfSpeed{velocity}, exec::Larger{}));
    return allowanceRule(search, count, fastest, dt, [&](double speed) {
        return exec::sum(exec, count, std::uint64_t{0}, allowance::IsFaster{velocity, speed * speed});
    });
}

}  // namespace

bool canShortenAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                          const GrainTables& tables) {
    const std::size_t count = tables.grains.size();
    if (count == 0) return false;
    const double shortest =
        exec::reduce(exec, count, std::numeric_limits<double>::infinity(),
                     allowance::Allowance{tables.grains.read(fields::allowance)}, exec::Smaller{});
    return allowanceRuleNow(exec, search, dt, tables).isMuchShorterThan(shortest);
}

AllowanceRule setAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                            GrainTables& tables) {
    DeviceOrHostTable& grains = tables.grains;
    const AllowanceRule rule = allowanceRuleNow(exec, search, dt, tables);
    exec::for_each(exec, grains.size(),
                   SetAllowance{rule, std::as_const(grains).read(fields::velocity),
                                grains.write(fields::allowance), grains.write(fields::drift)});
    return rule;
}

void findFarPairs(const exec::Exec& exec, const ContactSearch& search, const AllowanceRule& rule,
                  GrainTables& tables, SearchScratch& scratch) {
    FarPairRows& far = scratch.far;
    const std::size_t count = tables.grains.size();
    std::uint32_t rows = 0;
    const FarPairsOfGrain pairs{search,
                                {rule, tables.grains.read(fields::allowance),
                                 tables.grains.read(fields::radius), count, blockSize(count)},
                                tables.grains.read(fields::position),
                                scratch.classCells()};
    scratch.rows.resize(count);
    const View<const std::uint32_t> row_of = std::as_const(scratch.rows).view();
    if (rule.time > 0) {
        exec::for_each(exec, count, CountFarPairs{pairs, scratch.rows.view()});
        rows = exec::exclusive_scan<std::uint32_t>(exec, row_of, scratch.rows.view());
    }
    far.first.resize(rows);
    for (DeviceOrHostArray<std::uint32_t>* each : {&far.index, &far.second}) each->resize(rows);
    far.image.resize(rows);
    if (rows == 0) return;
    exec::for_each(exec, count,
                   WriteFarPairs{pairs, row_of, far.first.view(), far.index.view(), far.second.view(),
                                 far.image.view()});
    exec::sort_by_key(exec, far.first.view(), far.index.view(), scratch.sort);
}

}  // namespace talus::grains::device

#include "talus/grains/search/contact_list.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/exec/sort.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"
#include "talus/grains/search/find_pairs.h"
#include "talus/grains/search/ghosts.h"
#include "talus/grains/search/halo_key.h"
#include "talus/grains/search/held_springs.h"
#include "talus/grains/search/wall_list.h"
#include "talus/state/reorder.h"

namespace talus::grains {
namespace {

using exec::Array;
using exec::View;

std::optional<step::Trouble> lostGrains(const exec::Exec& exec, View<const Vec3d> position,
                                        View<const std::uint32_t> id, double cell) {
    const double reach = neighbors::farthest_cell * cell;
    const auto isLost = [&](const Vec3d& p) {
        return !(std::abs(p.x) < reach && std::abs(p.y) < reach && std::abs(p.z) < reach);  // NaN is lost
    };
    const std::size_t lost = exec::sum(exec, position.size(), std::size_t{0},
                                       [&](std::size_t i) { return std::size_t{isLost(position[i])}; });
    if (lost == 0) return std::nullopt;
    step::Trouble trouble;
    constexpr std::size_t max_reported = 20;
    for (std::size_t i = 0; i < position.size() && trouble.ids.size() < max_reported; ++i)
        if (isLost(position[i])) {
            trouble.ids.push_back(id[i]);
            trouble.positions.push_back(position[i]);
        }
    trouble.what =
        fmt::format("the position of {} grain{} is not finite or too far from the origin (first: grain {})",
                    lost, lost == 1 ? "" : "s", trouble.ids.front());
    trouble.advice = "lower time.dt, or the stiffness of the contact that the grain is in";
    return trouble;
}

/// Writes the ends of each block's rows. Returns false when there are more pairs than the table's integers
/// can number.
bool writeBlockEnds(const std::vector<FoundPairs>& found, std::size_t grains, ContactTables& tables) {
    const std::size_t size = blockSize(grains);
    std::size_t rows = 0, halo = 0;
    tables.blocks.resize(found.size());
    const auto grains_end = tables.blocks.write(fields::grains_end);
    const auto asleep = tables.blocks.write(fields::asleep);
    const auto rows_end = tables.blocks.write(fields::rows_end);
    const auto halo_end = tables.blocks.write(fields::halo_end);
    bool fits = true;
    for (std::size_t b = 0; b < found.size(); ++b) {
        rows += found[b].count();
        halo += found[b].halo.size();
        fits &= size + found[b].halo.size() <= std::size_t{1} << 16;
        asleep[b] = 0;  // until Rest runs
        grains_end[b] = static_cast<std::uint32_t>(std::min(grains, (b + 1) * size));
        rows_end[b] = static_cast<std::uint32_t>(rows);
        halo_end[b] = static_cast<std::uint32_t>(halo);
    }
    return fits && rows < std::numeric_limits<std::uint32_t>::max();
}

/// The new order of the table of grains: by class, and within a class in Morton order. Where blocks may
/// sleep, Morton order alone: grains that are close together then sleep together.
Array<std::uint32_t> orderOf(const exec::Exec& exec, const ContactSearch& search, View<const Vec3d> position,
                             View<const double> radius) {
    Array<std::uint32_t> order;
    neighbors::spatialOrder(exec, position, search.cell, order);
    if (search.sizes.count == 1 || search.by_both) return order;
    Array<std::uint64_t> size_class(order.size());
    exec::for_each(exec, order.size(), [&](std::size_t k) {
        size_class.data()[k] = static_cast<std::uint64_t>(search.sizes.of(radius[order.data()[k]]));
    });
    exec::SortScratch scratch;
    exec::sort_by_key(exec, size_class.view(), order.view(), scratch);  // stable
    return order;
}

/// Sets the allowance of each grain. @returns the rule for it
AllowanceRule setAllowances(const exec::Exec& exec, const ContactSearch& search, double dt,
                            std::size_t moving, state::Table& grains) {
    const auto velocity = std::as_const(grains).read(fields::velocity);
    const AllowanceRule rule = allowanceRuleNow(exec, search, velocity.sub(0, moving), dt);
    exec::for_each(
        exec, grains.size(),
        SetAllowance{rule, velocity, grains.write(fields::allowance), grains.write(fields::drift)});
    return rule;
}

/// @param order old row of each grain
/// @param count number of grains that are not settled, which are the first ones
std::optional<step::Trouble> listGrainPairs(const exec::Exec& exec, const ContactSearch& search,
                                            const AllowanceRule& rule, const HeldSprings& held,
                                            View<const std::uint32_t> order, std::size_t count,
                                            ContactTables& tables) {
    const auto position = std::as_const(tables.grains).read(fields::position);
    const auto radius = std::as_const(tables.grains).read(fields::radius);
    const ClassGrids grids(exec, search, position, radius, count);
    const std::size_t size = blockSize(count);
    const FarPairs far_pairs(
        exec, search, {rule, std::as_const(tables.grains).read(fields::allowance), radius, count, size},
        grids, position);
    const auto clump = tables.grains.has(fields::clump) ? std::as_const(tables.grains).read(fields::clump)
                                                        : View<const std::uint32_t>{};
    std::vector<FoundPairs> found((count + size - 1) / size);
    exec::for_each(
        exec, found.size(),
        [&](std::size_t b) {
            const std::size_t begin = b * size;
            found[b] = findPairs(search, grids, far_pairs, position, radius, clump, begin,
                                 std::min(count, begin + size));
        },
        1);
    if (!writeBlockEnds(found, count, tables))
        return step::Trouble{.what =
                                 "the grains of one block may touch more than 64,000 other grains, which is "
                                 "too many for the list",
                             .advice = search.by_both
                                           ? "set grains.rest = false (with rest, two blocks both list the "
                                             "pairs across them), or use grain sizes that differ less"
                                           : "use grain sizes that differ less, or lower grains.skin",
                             .ids = {},
                             .positions = {}};

    const ListViews blocks = ListViews::of(tables);
    tables.contacts.resize(found.empty() ? 0 : blocks.rows_end[found.size() - 1]);
    tables.halo.resize(found.empty() ? 0 : blocks.halo_end[found.size() - 1]);
    const auto halo_grain = tables.halo.write(fields::halo_grain);
    const auto halo_image = tables.halo.write(fields::halo_image);
    const auto first = tables.contacts.write(fields::first);
    const auto second = tables.contacts.write(fields::second);
    const auto touching = tables.contacts.write(fields::touching);
    const Springs spring = shearSprings(tables.contacts), angle = turningSprings(tables.contacts);
    exec::for_each(
        exec, found.size(),
        [&](std::size_t b) {
            const Block block = blocks.block(b);
            const auto& halo = found[b].halo;
            for (std::size_t h = 0; h < halo.size(); ++h) {
                halo_grain[block.first_halo + h] = HaloKey::grain(halo[h]);
                halo_image[block.first_halo + h] = HaloKey::image(halo[h]);
            }
            std::size_t row = block.first_row;
            for (const auto* pairs : {&found[b].touching, &found[b].apart})
                for (const FoundPairs::Pair& pair : *pairs) {
                    const std::size_t j = pair.other;
                    const auto in_halo = [&] {
                        const auto key = HaloKey::of(j, pair.image);
                        return static_cast<std::size_t>(std::lower_bound(halo.begin(), halo.end(), key) -
                                                        halo.begin());
                    };
                    const std::size_t local =
                        pair.inside ? j - block.first_grain : block.grains() + in_halo();
                    first[row] = pair.first;
                    second[row] = static_cast<std::uint16_t>(local);
                    const HeldSprings::Memory memory =
                        held.find(order[block.first_grain + pair.first], order[j]);
                    touching[row] = memory.touching;
                    spring.put(row, memory.spring);
                    if (!angle.empty()) angle.put(row, memory.angle);
                    ++row;
                }
        },
        1);
    listGhosts(exec, search.by_both, tables.blocks, tables.halo);
    return std::nullopt;
}

}  // namespace

ContactTables ContactTables::of(state::World& world) {
    return {world.table(grains_table), world.table(blocks_table), world.table(halo_table),
            world.table(contacts_table), world.table(wall_contacts_table)};
}

ListViews ListViews::of(const ContactTables& tables) {
    const state::Table &blocks = tables.blocks, &halo = tables.halo, &contacts = tables.contacts;
    return {.grains_end = blocks.read(fields::grains_end),
            .rows_end = blocks.read(fields::rows_end),
            .halo_end = blocks.read(fields::halo_end),
            .ghosts_end = blocks.read(fields::ghosts_end),
            .halo_grain = halo.read(fields::halo_grain),
            .ghost = halo.read(fields::ghost),
            .halo_image = halo.read(fields::halo_image),
            .first = contacts.read(fields::first),
            .second = contacts.read(fields::second)};
}

ListViews ListViews::of(const state::World& world) {
    // The views are read-only.
    return of(ContactTables::of(const_cast<state::World&>(world)));
}

ListViews ListViews::of(const step::Step& step) {
    return {.grains_end = step.read(blocks_table, fields::grains_end),
            .rows_end = step.read(blocks_table, fields::rows_end),
            .halo_end = step.read(blocks_table, fields::halo_end),
            .ghosts_end = step.read(blocks_table, fields::ghosts_end),
            .halo_grain = step.read(halo_table, fields::halo_grain),
            .ghost = step.read(halo_table, fields::ghost),
            .halo_image = step.read(halo_table, fields::halo_image),
            .first = step.read(contacts_table, fields::first),
            .second = step.read(contacts_table, fields::second)};
}

std::vector<step::FieldRef> ListViews::reads() {
    return {{blocks_table, &fields::grains_end}, {blocks_table, &fields::rows_end},
            {blocks_table, &fields::halo_end},   {blocks_table, &fields::ghosts_end},
            {halo_table, &fields::halo_grain},   {halo_table, &fields::ghost},
            {halo_table, &fields::halo_image},   {contacts_table, &fields::first},
            {contacts_table, &fields::second}};
}

Sleepers Sleepers::of(const step::Step& step) {
    return {step.read(blocks_table, fields::asleep), step.read(blocks_table, fields::grains_end)};
}

std::vector<step::FieldRef> Sleepers::reads() {
    return {{blocks_table, &fields::asleep}, {blocks_table, &fields::grains_end}};
}

std::optional<step::Trouble> rebuildContactList(const exec::Exec& exec, const ContactSearch& search,
                                                const environment::WallsAt& walls, ContactTables tables,
                                                double dt, std::span<const std::uint32_t> leaving) {
    state::Table& grains = tables.grains;
    const std::size_t count = grains.size();
    if (auto trouble = lostGrains(exec, std::as_const(grains).read(fields::position),
                                  std::as_const(grains).read(fields::id), search.cell))
        return trouble;
    if (search.domain.any())
        exec::for_each(exec, count, [&, position = grains.write(fields::position)](std::size_t i) {
            position[i] = wrapped(search.domain, position[i]);
        });

    Array<std::uint32_t> order = orderOf(exec, search, std::as_const(grains).read(fields::position),
                                         std::as_const(grains).read(fields::radius));
    constexpr std::uint32_t gone = ~std::uint32_t{0};
    Array<std::uint32_t> new_row(count);
    std::fill_n(new_row.data(), count, gone);
    if (!leaving.empty()) {
        const auto leaves = [&](std::uint32_t row) {
            return std::binary_search(leaving.begin(), leaving.end(), row);
        };
        (void)std::remove_if(order.data(), order.data() + count, leaves);
        order.resize(count - leaving.size());  // as many as stayed
    }
    std::size_t moving = order.size();
    if (grains.has(fields::settled)) {
        const auto moves = [settled = std::as_const(grains).read(fields::settled)](std::uint32_t row) {
            return settled[row] == 0;
        };
        std::uint32_t* const first = order.data();
        moving = static_cast<std::size_t>(std::stable_partition(first, first + order.size(), moves) - first);
    }
    exec::for_each(exec, order.size(),
                   [&](std::size_t k) { new_row.data()[order.data()[k]] = static_cast<std::uint32_t>(k); });

    const state::Table& old = tables.contacts;
    const HeldSprings held(exec, count, ListViews::of(tables), old.read(fields::touching), shearSprings(old),
                           turningSprings(old));
    for (state::Column& column : tables.contacts.columns()) column.values.release();
    tables.contacts.resize(0);
    tables.halo.resize(0);

    state::reorder(exec, order.view(), grains);
    const AllowanceRule rule = setAllowances(exec, search, dt, moving, grains);
    if (auto trouble =
            listGrainPairs(exec, searchWithin(search, rule), rule, held, order.view(), moving, tables))
        return trouble;
    listWallPairs(exec, walls, {search.skin, search.range}, new_row.view(), grains, moving,
                  tables.wall_contacts);
    return std::nullopt;
}

}  // namespace talus::grains

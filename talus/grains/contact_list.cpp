#include "talus/grains/contact_list.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/grains/fields.h"
#include "talus/neighbors/cell_grid.h"
#include "talus/state/reorder.h"

namespace talus::grains {
namespace {

using exec::Array;
using exec::View;

std::size_t blockOf(std::size_t grain) { return grain / block_size; }

/// A pair inside a block stands with its first grain, a pair across blocks with both.
bool listedWith(std::size_t i, std::size_t j) { return blockOf(i) != blockOf(j) || i < j; }

struct Row {
    std::size_t begin, end;
};

Row rowOf(View<const std::uint32_t> ends, std::size_t grain) {
    return {grain == 0 ? 0 : ends[grain - 1], ends[grain]};
}

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
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < position.size() && trouble.ids.size() < most; ++i)
        if (isLost(position[i])) {
            trouble.ids.push_back(id[i]);
            trouble.positions.push_back(position[i]);
        }
    trouble.what = fmt::format("{} grain{} left the space of numbers (first: grain {})", lost,
                               lost == 1 ? "" : "s", trouble.ids.front());
    trouble.advice = "lower time.dt, or the stiffness of the contact that the grain is in";
    return trouble;
}

/// The springs of the old list, by old rows; pairs that do not touch have none. The list itself is gone by
/// the time the new one is made, so that memory never holds two of them.
class HeldSprings {
  public:
    HeldSprings(const exec::Exec& exec, View<const std::uint32_t> ends, const state::Table& contacts) {
        const auto partner = contacts.read(fields::partner);
        const auto spring = contacts.read(fields::spring);
        const auto forHeld = [&](std::size_t i, auto take) {
            const auto [begin, end] = rowOf(ends, i);
            for (std::size_t k = begin; k < end; ++k)
                if (!(spring[k] == Vec3d{})) take(k);
        };
        const std::size_t count = ends.size();
        begin_.resize(count + 1);
        exec::for_each(exec, count,
                       [&](std::size_t i) { forHeld(i, [&](std::size_t) { ++begin_.data()[i]; }); });
        const std::uint32_t total =
            exec::exclusive_scan<std::uint32_t>(exec, std::as_const(begin_).view(), begin_.view());
        partner_.resize(total);
        spring_.resize(total);
        exec::for_each(exec, count, [&](std::size_t i) {
            std::size_t at = begin_.data()[i];
            forHeld(i, [&](std::size_t k) {
                partner_.data()[at] = partner[k];
                spring_.data()[at++] = spring[k];
            });
        });
    }

    /// The spring of the pair (a, b) seen from a; zero when it has none.
    Vec3d find(std::size_t a, std::size_t b) const {
        const bool swapped = !listedWith(a, b);
        if (swapped) std::swap(a, b);
        for (std::size_t k = begin_.data()[a]; k < begin_.data()[a + 1]; ++k)
            if (partner_.data()[k] == b)
                return swapped ? Vec3d{} - spring_.data()[k] : spring_.data()[k];  // not -x: a zero stays +0
        return {};
    }

  private:
    Array<std::uint32_t> begin_;  ///< of each grain's springs; one more than there are grains
    Array<std::uint32_t> partner_;
    Array<Vec3d> spring_;
};

/// @param order the old row of each grain
void listGrainPairs(const exec::Exec& exec, const ContactSearch& search, const HeldSprings& held,
                    View<const std::uint32_t> order, state::Table& grains, state::Table& contacts) {
    const auto position = std::as_const(grains).read(fields::position);
    const auto radius = std::as_const(grains).read(fields::radius);
    const auto ends = grains.write(fields::contacts_end);
    const std::size_t count = grains.size();
    const neighbors::CellGrid grid(exec, position, search.cell,
                                   search.search == Search::Hash ? neighbors::CellGrid::Lookup::Hashed
                                                                 : neighbors::CellGrid::Lookup::Automatic);

    const std::size_t blocks = (count + block_size - 1) / block_size;
    std::vector<std::vector<std::uint32_t>> partners(blocks);
    exec::for_each(
        exec, blocks,
        [&](std::size_t block) {
            auto& found = partners[block];
            const std::size_t first = block * block_size, last = std::min(count, first + block_size);
            found.reserve(4 * (last - first));
            std::array<neighbors::CellRange, 27> near;
            std::optional<neighbors::Cell> cell;
            for (std::size_t i = first; i < last; ++i) {
                const neighbors::Cell own = grid.cellAt(position[i]);
                if (cell != own) near = grid.around(*(cell = own));
                for (const auto [begin, end] : near)
                    for (std::uint32_t j = begin; j < end; ++j) {
                        const double reach = radius[i] + radius[j] + search.skin;
                        if (squaredLength(position[i] - position[j]) < reach * reach && j != i &&
                            listedWith(i, j))
                            found.push_back(j);
                    }
                ends[i] = static_cast<std::uint32_t>(found.size());
            }
        },
        1);

    std::vector<std::uint32_t> offsets(blocks + 1, 0);
    std::size_t total = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        offsets[block] = static_cast<std::uint32_t>(total);
        total += partners[block].size();
    }
    contacts.resize(0);
    contacts.resize(total);
    const auto partner = contacts.write(fields::partner);
    const auto spring = contacts.write(fields::spring);
    const auto touching = contacts.write(fields::touching);
    exec::for_each(
        exec, blocks,
        [&](std::size_t block) {
            std::copy(partners[block].begin(), partners[block].end(), partner.data() + offsets[block]);
            const std::size_t first = block * block_size, last = std::min(count, first + block_size);
            std::size_t row = offsets[block];
            for (std::size_t i = first; i < last; ++i) {
                ends[i] += offsets[block];
                for (; row < ends[i]; ++row) {
                    spring[row] = held.find(order[i], order[partner[row]]);
                    touching[row] = 1;  // until the next step knows better
                }
            }
        },
        1);
}

void listWallPairs(const exec::Exec& exec, const ContactSearch& search, View<const WallFace> faces,
                   View<const std::uint32_t> new_row, const state::Table& grains,
                   state::Table& wall_contacts) {
    // The old springs, by the new row of their grain.
    struct Held {
        std::uint32_t grain;
        std::uint16_t face;
        Vec3d spring;
    };
    std::vector<Held> old;
    const auto old_grain = std::as_const(wall_contacts).read(fields::wall_grain);
    const auto old_face = std::as_const(wall_contacts).read(fields::wall_face);
    const auto old_spring = std::as_const(wall_contacts).read(fields::wall_spring);
    for (std::size_t k = 0; k < old_grain.size(); ++k)
        if (!(old_spring[k] == Vec3d{})) old.push_back({new_row[old_grain[k]], old_face[k], old_spring[k]});
    std::sort(old.begin(), old.end(), [](const Held& a, const Held& b) { return a.grain < b.grain; });

    const auto position = grains.read(fields::position);
    const auto radius = grains.read(fields::radius);
    const std::size_t count = grains.size();
    const std::size_t chunks = (count + exec::default_grain - 1) / exec::default_grain;
    std::vector<std::vector<Held>> found(chunks);
    exec::for_each_range(exec, count, [&](std::size_t begin, std::size_t end) {
        auto& own = found[begin / exec::default_grain];
        for (std::size_t i = begin; i < end; ++i)
            for (std::size_t f = 0; f < faces.size(); ++f) {
                if (distanceTo(faces[f], position[i]).distance >= radius[i] + search.skin) continue;
                Held held{static_cast<std::uint32_t>(i), static_cast<std::uint16_t>(f), {}};
                auto at =
                    std::lower_bound(old.begin(), old.end(), held.grain,
                                     [](const Held& h, std::uint32_t grain) { return h.grain < grain; });
                for (; at != old.end() && at->grain == held.grain; ++at)
                    if (at->face == held.face) held.spring = at->spring;
                own.push_back(held);
            }
    });
    std::size_t total = 0;
    for (const auto& own : found) total += own.size();
    wall_contacts.resize(total);
    const auto grain = wall_contacts.write(fields::wall_grain);
    const auto face = wall_contacts.write(fields::wall_face);
    const auto spring = wall_contacts.write(fields::wall_spring);
    std::size_t k = 0;
    for (const auto& own : found)
        for (const Held& held : own) {
            grain[k] = held.grain;
            face[k] = held.face;
            spring[k++] = held.spring;
        }
}

}  // namespace

std::optional<step::Trouble> rebuildContactList(const exec::Exec& exec, const ContactSearch& search,
                                                View<const WallFace> faces, state::Table& grains,
                                                state::Table& contacts, state::Table& wall_contacts) {
    const std::size_t count = grains.size();
    if (auto trouble = lostGrains(exec, std::as_const(grains).read(fields::position),
                                  std::as_const(grains).read(fields::id), search.cell))
        return trouble;

    Array<std::uint32_t> order;
    neighbors::spatialOrder(exec, std::as_const(grains).read(fields::position), search.cell, order);
    Array<std::uint32_t> new_row(count);
    exec::for_each(exec, count,
                   [&](std::size_t k) { new_row.data()[order.data()[k]] = static_cast<std::uint32_t>(k); });

    const HeldSprings held(exec, std::as_const(grains).read(fields::contacts_end), contacts);
    for (state::Column& column : contacts.columns()) column.values.release();
    contacts.resize(0);

    state::reorder(exec, order.view(), grains);
    listGrainPairs(exec, search, held, order.view(), grains, contacts);
    listWallPairs(exec, search, faces, new_row.view(), grains, wall_contacts);
    exec::for_each(exec, count, [drift = grains.write(fields::drift)](std::size_t i) { drift[i] = {}; });
    return std::nullopt;
}

}  // namespace talus::grains

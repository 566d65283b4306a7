#include "talus/water/search/find_neighbours.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/state/reorder.h"
#include "talus/water/search/cell_order.h"
#include "talus/water/search/list_rows.h"
#include "talus/water/search/neighbours.h"
#include "talus/water/search/pack_particle.h"

namespace talus::water {
namespace {

/// Rows that one task lists at a time: their lists fit a core's L2 cache.
constexpr std::size_t part_rows = 512;
/// Vector loads may read this many values after the last row.
constexpr std::size_t padding = 64;

/// Scratch of a search.
struct SearchScratch {
    Cells cells;
    CellOrder order;
    exec::Array<float> x, y, z;
    exec::Pool<Lists> lists;
};

/// Sorts the particles by cells. @return whether there are particles, all at valid positions
bool sort(step::Step& step, SearchScratch& scratch, double support, const environment::Periodic& domain) {
    const auto position = step.read(water_table, fields::position);
    const std::size_t count = position.size();
    if (count == 0) return false;
    const std::size_t lost = exec::reduce(step.exec, count, count, LostRow{position}, exec::Smaller{});
    if (lost < count) {
        step.report.fail(lostParticle(step.read(water_table, fields::id)[lost]));
        return false;
    }
    scratch.cells = cellsFor(step.exec, position, support, domain);
    sortIntoCells(step.exec, scratch.cells, position, scratch.order);
    if (!scratch.order.sorted)
        state::reorder(step.exec, std::as_const(scratch.order.order).view(), step.resizable(water_table));
    return true;
}

/// Fills `position_pressure` and `flow`, which passes over pairs read.
void packParticles(step::Step& step, SearchScratch& scratch, double density) {
    const auto position = step.read(water_table, fields::position);
    const auto velocity = step.read(water_table, fields::velocity);
    const auto density_of = step.read(water_table, fields::density);
    const auto position_pressure = step.write(work_table, fields::position_pressure),
               flow = step.write(work_table, fields::flow);
    const std::size_t count = position.size();
    for (exec::Array<float>* axis : {&scratch.x, &scratch.y, &scratch.z}) axis->resize(count + padding);
    const auto x = scratch.x.view(), y = scratch.y.view(), z = scratch.z.view();
    const PackParticle pack{scratch.cells.origin,
                            static_cast<float>(1 / density),
                            position,
                            velocity,
                            density_of,
                            position_pressure,
                            flow};
    exec::for_each(step.exec, count, [=](std::size_t i) {
        pack(i);
        x[i] = position_pressure[i].x;
        y[i] = position_pressure[i].y;
        z[i] = position_pressure[i].z;
    });
    for (std::size_t k = count; k < count + padding; ++k) x[k] = y[k] = z[k] = padding_position;
    position_pressure[count] = {padding_position, padding_position, padding_position, 0};
    flow[count] = {0, 0, 0, 1};
}

/// A table that tasks append to concurrently. The position of a task's values in it depends on the order of
/// the tasks; the values do not.
template <class T>
class Shared {
  public:
    Shared(step::Step& step, const char* table, const state::Field<T>& field, std::size_t beyond)
        : step_(step), table_(table), field_(field), beyond_(beyond) {}

    /// Appends values, if they fit. @return the index of the first one
    std::size_t append(const Growing<T>& own) {
        const std::size_t at = used_.fetch_add(own.used);
        const exec::View<T> all = step_.write(table_, field_);
        if (at + own.used + beyond_ <= all.size()) std::copy_n(own.values.data(), own.used, all.data() + at);
        return at;
    }
    std::size_t used() const { return used_; }
    bool fits() const { return used_ + beyond_ <= step_.rows(table_); }
    /// Resizes the table for somewhat more than was appended, and clears it.
    void grow() {
        if (!fits()) {
            const std::size_t rows = used_ + used_ / 16 + beyond_;
            step_.resizable(table_).reserve(rows);
            step_.resizable(table_).resize(rows);
        }
        used_ = 0;
    }

  private:
    step::Step& step_;
    const char* table_;
    const state::Field<T>& field_;
    std::size_t beyond_;  ///< vector loads may read this many values more
    std::atomic<std::size_t> used_ = 0;
};

}  // namespace

step::Access FindNeighbours::access() const {
    using namespace fields;
    return {.reads = {{water_table, &position}, {water_table, &velocity}, {water_table, &fields::density}},
            .writes = {{work_table, &fields::position_pressure},
                       {work_table, &flow},
                       {work_table, &first},
                       {work_table, &end_of},
                       {work_table, &runs},
                       {list_table, &neighbour},
                       {run_table, &run_start}},
            .resizes = {water_table, work_table, list_table, run_table},
            .produces = {name}};
}

void FindNeighbours::run(step::Step& step) const {
    SearchScratch& scratch = step.produce<SearchScratch>(name);
    const std::size_t count = step.rows(water_table);
    step.resizable(work_table).resize(count + 1);
    if (!sort(step, scratch, support, domain)) return;
    packParticles(step, scratch, density);
    const auto position = step.read(water_table, fields::position);
    const ListOffsets offsets{step.write(work_table, fields::first).data(),
                              step.write(work_table, fields::end_of).data(),
                              step.write(work_table, fields::runs).data()};
    const SearchPositions positions{scratch.cells,         scratch.order.start(),
                                    scratch.x.data(),      scratch.y.data(),
                                    scratch.z.data(),      static_cast<std::uint32_t>(count),
                                    narrow(domain.length), static_cast<float>(support)};
    Shared<std::uint16_t> codes(step, list_table, fields::neighbour, 0);
    Shared<std::uint32_t> starts(step, run_table, fields::run_start, Code::runs);
    std::atomic<bool> crowded = false;
    do {
        codes.grow();
        starts.grow();
        exec::for_each_range(
            step.exec, count,
            [&](std::size_t begin, std::size_t end) {
                auto own = scratch.lists.borrow();
                own->codes.used = own->starts.used = 0;
                own->crowded = false;
                listNeighbours(positions, position.data(), static_cast<std::uint32_t>(begin),
                               static_cast<std::uint32_t>(end), *own, offsets);
                const auto code = static_cast<std::uint32_t>(codes.append(own->codes)),
                           start = static_cast<std::uint32_t>(starts.append(own->starts));
                for (std::size_t i = begin; i < end; ++i) {
                    offsets.first[i] += code;
                    offsets.end[i] += code;
                    offsets.runs[i] += start;
                }
                if (own->crowded) crowded = true;
            },
            part_rows);
        if (crowded || codes.used() > 0xfffffff0u)
            return step.report.fail(
                {.what = "the neighbour lists of the water are too large: a region holds too many particles",
                 .advice = "if this happens at the start, make spacing in [water] larger; if it happens "
                           "later, make cfl or dt smaller",
                 .ids = {},
                 .positions = {}});
    } while (!codes.fits() || !starts.fits());
}

}  // namespace talus::water

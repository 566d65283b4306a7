#include "talus/water/search/find_neighbours.h"

#include <atomic>
#include <cmath>
#include <cstring>

#include "talus/exec/for_each.h"
#include "talus/exec/pool.h"
#include "talus/exec/reduce.h"
#include "talus/exec/sort.h"
#include "talus/state/reorder.h"
#include "talus/water/search/list_rows.h"
#include "talus/water/search/neighbours.h"

namespace talus::water {
namespace {

/// Rows that one task lists at a time: their lists fit a core's second cache.
constexpr std::size_t part_rows = 512;
/// Beyond the last row, loads of many at once read so many values more.
constexpr std::size_t padding = 64;

}  // namespace

struct FindNeighbours::Scratch {
    Cells cells;
    exec::Array<std::uint64_t> keys;
    exec::Array<std::uint32_t> order, start;
    exec::SortScratch sort;
    exec::Array<float> x, y, z;
    exec::Pool<RowList> lists;
};

FindNeighbours::FindNeighbours(double of_kernel, double rest_density, environment::Periodic periodic)
    : support(of_kernel), density(rest_density), domain(periodic), scratch_(std::make_shared<Scratch>()) {}

step::Access FindNeighbours::access() const {
    using namespace fields;
    return {.reads = {{water_table, &position}, {water_table, &velocity}, {water_table, &fields::density}},
            .writes = {{work_table, &fields::place},
                       {work_table, &flow},
                       {work_table, &first},
                       {work_table, &end_of},
                       {list_table, &neighbour}},
            .resizes = {water_table, work_table, list_table}};
}

void FindNeighbours::run(step::Step& step) {
    const std::size_t count = step.rows(water_table);
    step.resizable(work_table).resize(count + 1);
    if (!sort(step)) return;
    place(step);
    Scratch& s = *scratch_;
    const auto position = step.read(water_table, fields::position);
    const auto first = step.write(work_table, fields::first), end_of = step.write(work_table, fields::end_of);
    const Placed placed{s.cells,
                        s.start.data(),
                        s.x.data(),
                        s.y.data(),
                        s.z.data(),
                        static_cast<std::uint32_t>(count),
                        narrow(domain.length),
                        static_cast<float>(support)};
    // Where a task's lists lie in the table depends on who comes first; what is in them does not.
    for (std::size_t room = step.rows(list_table);;) {
        const auto list = step.write(list_table, fields::neighbour);
        std::atomic<std::size_t> used = 0;
        exec::for_each_range(
            step.exec, count,
            [&](std::size_t begin, std::size_t end) {
                for (; begin < end; begin += part_rows) {
                    const std::size_t stop = std::min(end, begin + part_rows);
                    auto own = s.lists.borrow();
                    own->used = 0;
                    listNeighbours(placed, position.data(), static_cast<std::uint32_t>(begin),
                                   static_cast<std::uint32_t>(stop), *own, first.data(), end_of.data());
                    const std::size_t at = used.fetch_add(own->used);
                    if (at + own->used > room) continue;
                    std::memcpy(list.data() + at, own->rows.data(), own->used * sizeof(std::uint32_t));
                    for (std::size_t i = begin; i < stop; ++i) {
                        first[i] += static_cast<std::uint32_t>(at);
                        end_of[i] += static_cast<std::uint32_t>(at);
                    }
                }
            },
            part_rows);
        if (used <= room) return;
        if (used > 0xfffffff0u)
            return step.report.fail(
                {.what = "the neighbour lists of the water are longer than can be counted",
                 .advice = "make spacing in [water] larger, or the run has crowded its particles: shorten dt",
                 .ids = {},
                 .positions = {}});
        room = used + used / 8;
        step.resizable(list_table).resize(room);
    }
}

bool FindNeighbours::sort(step::Step& step) {
    Scratch& s = *scratch_;
    const auto position = step.read(water_table, fields::position);
    const std::size_t count = position.size();
    if (count == 0) return false;
    const std::size_t lost = exec::reduce(
        step.exec, count, count,
        [&](std::size_t i) { return length(position[i]) < 0.5 * far_away ? count : i; },
        [](std::size_t a, std::size_t b) { return std::min(a, b); });
    if (lost < count) {
        step.report.fail({.what = "a particle of the water is at a place that is not a number, or farther "
                                  "out than any scene is large",
                          .advice = "make cfl in [water] smaller, or dt shorter",
                          .ids = {step.read(water_table, fields::id)[lost]},
                          .positions = {}});
        return false;
    }
    s.cells = cellsFor(step.exec, position, support, domain);
    s.keys.resize(count);
    s.order.resize(count);
    const auto keys = s.keys.view();
    const auto order = s.order.view();
    exec::for_each(step.exec, count, [=, &cells = s.cells](std::size_t i) {
        keys[i] = cells.index(cells.cellOf(position[i]));
        order[i] = static_cast<std::uint32_t>(i);
    });
    const bool sorted = exec::reduce(
        step.exec, count - 1, true, [&](std::size_t i) { return keys[i] <= keys[i + 1]; },
        [](bool a, bool b) { return a && b; });
    if (!sorted) {
        exec::sort_by_key(step.exec, keys, order, s.sort);
        state::reorder(step.exec, std::as_const(s.order).view(), step.resizable(water_table));
    }
    // Each cell's start is written by the first particle behind the cell before it.
    const std::size_t cells = s.cells.size();
    s.start.resize(cells + 1);
    const auto start = s.start.view();
    exec::for_each(step.exec, count + 1, [=](std::size_t i) {
        const std::size_t from = i == 0 ? 0 : keys[i - 1] + 1, to = i == count ? cells : keys[i];
        for (std::size_t c = from; c <= to; ++c) start[c] = static_cast<std::uint32_t>(i);
    });
    return true;
}

void FindNeighbours::place(step::Step& step) const {
    Scratch& s = *scratch_;
    const auto position = step.read(water_table, fields::position);
    const auto velocity = step.read(water_table, fields::velocity);
    const auto density_of = step.read(water_table, fields::density);
    const auto place = step.write(work_table, fields::place), flow = step.write(work_table, fields::flow);
    const std::size_t count = position.size();
    for (exec::Array<float>* axis : {&s.x, &s.y, &s.z}) axis->resize(count + padding);
    const auto x = s.x.view(), y = s.y.view(), z = s.z.view();
    const Vec3d origin = s.cells.origin;
    const auto per = static_cast<float>(1 / density);
    exec::for_each(step.exec, count, [=](std::size_t i) {
        const Vec3f p = narrow(position[i] - origin), v = velocity[i];
        x[i] = p.x;
        y[i] = p.y;
        z[i] = p.z;
        place[i] = {p.x, p.y, p.z, 0};
        flow[i] = {v.x, v.y, v.z, density_of[i] * per};
    });
    for (std::size_t k = count; k < count + padding; ++k) x[k] = y[k] = z[k] = padding_place;
    place[count] = {padding_place, padding_place, padding_place, 0};
    flow[count] = {0, 0, 0, 1};
}

}  // namespace talus::water

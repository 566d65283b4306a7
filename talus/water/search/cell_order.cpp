#include "talus/water/search/cell_order.h"

#include <algorithm>
#include <atomic>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"

namespace talus::water {
namespace {

/// Calls work(cell, first, last) for runs of consecutive particles of one cell. Particles are nearly sorted
/// from the step before, so there are far fewer runs than particles.
template <class Work>
void forRuns(const exec::Exec& exec, exec::View<const std::uint32_t> cell, Work work) {
    exec::for_each_range(exec, cell.size(), [&](std::size_t begin, std::size_t end) {
        while (begin < end) {
            std::size_t last = begin + 1;
            while (last < end && cell[last] == cell[begin]) ++last;
            work(cell[begin], static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(last));
            begin = last;
        }
    });
}

}  // namespace

void sortIntoCells(const exec::Exec& exec, const Cells& cells, exec::View<const Vec3d> position,
                   CellOrder& into) {
    const std::size_t count = position.size();
    into.cell.resize(count);
    const auto cell = into.cell.view();
    exec::for_each(exec, count,
                   [=, &cells](std::size_t i) { cell[i] = cells.index(cells.cellOf(position[i])); });
    into.sorted = exec::reduce(
        exec, count - 1, true, [&](std::size_t i) { return cell[i] <= cell[i + 1]; },
        [](bool a, bool b) { return a && b; });

    into.counts.resize(cells.size() + 2);
    const auto counts = into.counts.view();
    exec::for_each(exec, counts.size(), [=](std::size_t c) { counts[c] = 0; });
    const auto of = [&](std::size_t c) { return std::atomic_ref(counts[c]); };
    forRuns(exec, std::as_const(into.cell).view(),
            [&](std::uint32_t c, std::uint32_t first, std::uint32_t last) {
                of(c).fetch_add(last - first, std::memory_order_relaxed);
            });
    exec::exclusive_scan<std::uint32_t>(exec, counts, counts);
    if (into.sorted) return;

    // Cells are filled from their ends downwards, so that the end of each cell becomes its start. The starts
    // are then at an index higher by one. The order within a cell depends on the threads, so it is sorted
    // after.
    into.order.resize(count);
    const auto order = into.order.view();
    forRuns(
        exec, std::as_const(into.cell).view(), [&](std::uint32_t c, std::uint32_t first, std::uint32_t last) {
            std::uint32_t at = of(c + 1).fetch_sub(last - first, std::memory_order_relaxed) - (last - first);
            for (std::uint32_t i = first; i < last; ++i) order[at++] = i;
        });
    const std::uint32_t* start = into.start();
    exec::for_each(exec, cells.size(), [=](std::size_t c) {
        if (start[c + 1] - start[c] > 1) std::sort(order.data() + start[c], order.data() + start[c + 1]);
    });
}

}  // namespace talus::water

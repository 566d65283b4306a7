#include "talus/network/spring_order.h"

#include <algorithm>

namespace talus::network {
namespace {

/// Shorter runs cost as much as single springs.
constexpr std::uint32_t shortest_run = 8;

/// The end of the run that begins with a spring, at most `end`.
std::uint32_t endOfRun(const Springs& springs, std::uint32_t begin, std::uint32_t end) {
    std::uint32_t s = begin + 1;
    while (s < end && springs.first[s] == springs.first[s - 1] + 1 &&
           springs.second[s] == springs.second[s - 1] + 1)
        ++s;
    return s;
}

/// Appends the stretches of springs [begin, end) of one [[link]].
void addStretches(const Springs& springs, std::uint32_t begin, std::uint32_t end,
                  std::vector<SpringStretch>& stretches) {
    const std::uint32_t link = springs.link[begin];
    std::uint32_t single = begin;  // springs from here on are in no stretch yet
    const auto addSingle = [&](std::uint32_t until) {
        if (single < until) stretches.push_back({link, single, until, false});
    };
    while (begin < end) {
        const std::uint32_t run = endOfRun(springs, begin, end);
        if (run - begin >= shortest_run) {
            addSingle(begin);
            stretches.push_back({link, begin, run, true});
            single = run;
        }
        begin = run;
    }
    addSingle(end);
}

/// Cuts [begin, end) at multiples of `block`, and calls take(begin, end) for each piece.
template <class Take>
void forPieces(std::uint32_t begin, std::uint32_t end, std::size_t block, Take take) {
    while (begin < end) {
        const auto next = static_cast<std::uint32_t>(std::min<std::size_t>(end, (begin / block + 1) * block));
        take(begin, next);
        begin = next;
    }
}

/// Where each block begins in a list that is sorted by `at`. @param at(k) what the k-th is cut by
template <class At>
std::vector<std::uint32_t> beginOfBlocks(std::size_t count, std::size_t size, std::size_t block, At at) {
    std::vector<std::uint32_t> begin((count + block - 1) / block + 1);
    for (std::size_t k = 0; k < size; ++k) ++begin[at(k) / block + 1];
    for (std::size_t b = 1; b < begin.size(); ++b) begin[b] += begin[b - 1];
    return begin;
}

void addRunEnds(const Springs& springs, std::size_t rows, SpringOrder& order) {
    for (const SpringStretch& run : order.stretches) {
        if (!run.is_run) continue;
        const std::uint32_t count = run.end - run.begin;
        const auto add = [&](std::uint32_t row, double sign) {
            forPieces(row, row + count, SpringOrder::rows_of_block, [&](std::uint32_t a, std::uint32_t b) {
                order.run_ends.push_back({a, b - a, run.begin + (a - row), sign});
            });
        };
        // A mass that has two springs of the run sums that which comes first in the run first.
        const std::uint32_t first = springs.first[run.begin], second = springs.second[run.begin];
        if (second > first) add(second, -1);
        add(first, 1);
        if (second < first) add(second, -1);
    }
    std::stable_sort(order.run_ends.begin(), order.run_ends.end(), [](const RunEnds& a, const RunEnds& b) {
        return a.row / SpringOrder::rows_of_block < b.row / SpringOrder::rows_of_block;
    });
    order.begin_of_runs = beginOfBlocks(rows, order.run_ends.size(), SpringOrder::rows_of_block,
                                        [&](std::size_t k) { return order.run_ends[k].row; });
}

EndLists endLists(const Springs& springs, std::size_t rows) {
    EndLists lists;
    lists.begin.assign(rows + 1, 0);
    for (std::uint32_t s = 0; s < springs.size(); ++s) {
        ++lists.begin[springs.first[s] + 1];
        ++lists.begin[springs.second[s] + 1];
    }
    for (std::size_t r = 0; r < rows; ++r) lists.begin[r + 1] += lists.begin[r];
    lists.ends.resize(2 * springs.size());
    std::vector<std::uint32_t> next(lists.begin.begin(), lists.begin.end() - 1);
    for (std::uint32_t s = 0; s < springs.size(); ++s) {
        lists.ends[next[springs.first[s]]++] = 2 * s;
        lists.ends[next[springs.second[s]]++] = 2 * s + 1;
    }
    return lists;
}

void addSingleEnds(std::size_t springs, std::size_t rows, SpringOrder& order) {
    std::vector<bool> in_run(springs);
    for (const SpringStretch& run : order.stretches)
        if (run.is_run) std::fill(in_run.begin() + run.begin, in_run.begin() + run.end, true);
    for (std::uint32_t row = 0; row < rows; ++row)
        for (const SpringEnd end : order.ends.of(row))
            if (!in_run[end / 2]) order.single_ends.push_back({row, end});
    order.begin_of_singles = beginOfBlocks(rows, order.single_ends.size(), SpringOrder::rows_of_block,
                                           [&](std::size_t k) { return order.single_ends[k].row; });
}

}  // namespace

SpringOrder orderOf(const Springs& springs, std::size_t rows) {
    SpringOrder order;
    for (std::size_t l = 0; l + 1 < springs.begin_of_link.size(); ++l)
        forPieces(springs.begin_of_link[l], springs.begin_of_link[l + 1], SpringOrder::springs_of_block,
                  [&](std::uint32_t begin, std::uint32_t end) {
                      addStretches(springs, begin, end, order.stretches);
                  });
    order.begin_of_stretches =
        beginOfBlocks(springs.size(), order.stretches.size(), SpringOrder::springs_of_block,
                      [&](std::size_t k) { return order.stretches[k].begin; });
    addRunEnds(springs, rows, order);
    order.ends = endLists(springs, rows);
    addSingleEnds(springs.size(), rows, order);
    return order;
}

}  // namespace talus::network

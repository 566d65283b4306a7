#include "talus/grains/search/unsettled_runs.h"

#include <utility>

namespace talus::grains {
namespace {

using Runs = std::vector<std::pair<std::size_t, std::size_t>>;

Runs runsOf(const std::vector<std::uint8_t>& settled, std::size_t begin, std::size_t end) {
    Runs runs;
    forUnsettledRuns({settled.data(), settled.size()}, begin, end,
                     [&](std::size_t first, std::size_t last) { runs.emplace_back(first, last); });
    return runs;
}

TEST(FreeRuns, CoverTheRowsBetweenSettledGrains) {
    const std::vector<std::uint8_t> settled = {1, 0, 0, 2, 1, 0, 1};
    EXPECT_EQ(runsOf(settled, 0, 7), (Runs{{1, 3}, {5, 6}}));
}

TEST(FreeRuns, EndWhereTheRangeEnds) {
    const std::vector<std::uint8_t> settled = {0, 0, 0, 0, 1, 0};
    EXPECT_EQ(runsOf(settled, 1, 3), (Runs{{1, 3}}));
    EXPECT_EQ(runsOf(settled, 3, 6), (Runs{{3, 4}, {5, 6}}));
    EXPECT_EQ(runsOf(settled, 4, 5), Runs{});
    EXPECT_EQ(runsOf(settled, 6, 6), Runs{});
}

TEST(FreeRuns, CoverTheWholeRangeWhereNoGrainSettles) { EXPECT_EQ(runsOf({}, 3, 9), (Runs{{3, 9}})); }

}  // namespace
}  // namespace talus::grains

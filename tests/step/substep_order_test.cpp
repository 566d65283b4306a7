// The order of the sub-steps of several methods within a step of the scene.
#include "talus/step/substep_order.h"

#include <gtest/gtest.h>

namespace talus::step {
namespace {

std::vector<std::pair<std::size_t, std::uint64_t>> orderOf(const std::vector<std::uint64_t>& counts) {
    SubstepOrder order;
    for (const std::uint64_t count : counts) order.add(count);
    std::vector<std::pair<std::size_t, std::uint64_t>> all;
    while (const auto next = order.next()) {
        EXPECT_EQ(next->count, counts[next->method]);
        all.emplace_back(next->method, next->index);
    }
    return all;
}

using Order = std::vector<std::pair<std::size_t, std::uint64_t>>;

TEST(SubstepOrder, MethodsComeOneAfterTheOther) {
    EXPECT_EQ(orderOf({}), Order{});
    EXPECT_EQ(orderOf({3}), (Order{{0, 0}, {0, 1}, {0, 2}}));
    EXPECT_EQ(orderOf({3, 1, 2}), (Order{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 1}}));
}

TEST(SubstepOrder, EqualStepsTakeTurns) {
    EXPECT_EQ(orderOf({2, 2, 1}), (Order{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}}));
    EXPECT_EQ(orderOf({1, 3, 3}), (Order{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}, {1, 2}, {2, 2}}));
    EXPECT_EQ(orderOf({1, 1}), (Order{{0, 0}, {1, 0}}));
    // Also where another method stands between them.
    EXPECT_EQ(orderOf({2, 3, 2}), (Order{{0, 0}, {2, 0}, {0, 1}, {2, 1}, {1, 0}, {1, 1}, {1, 2}}));
    EXPECT_EQ(orderOf({1, 2, 1}), (Order{{0, 0}, {1, 0}, {1, 1}, {2, 0}}));
}

}  // namespace
}  // namespace talus::step

#include "talus/exec/two_pass.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace talus::exec {
namespace {

TEST(ForEachInTurn, SecondFunctionRunsOncePerItemAfterTheFirstOfAllItemsUpToIt) {
    for (const int threads : {1, 2, 5})
        for (const std::size_t count : {0u, 1u, 2u, 300u}) {
            std::vector<std::atomic<int>> firsts(count), seconds(count);
            std::atomic<int> too_early{0}, wrong_next{0};
            for_each_two_pass(
                Exec::cpu(threads), count,
                [&](std::size_t i, std::size_t next) {
                    wrong_next += next <= i;
                    // Much piles up behind this one.
                    if (i == 7) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                    ++firsts[i];
                },
                [&](std::size_t i) {
                    for (std::size_t k = 0; k <= i; ++k) too_early += firsts[k] != 1;
                    ++seconds[i];
                });
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_EQ(firsts[i], 1);
                EXPECT_EQ(seconds[i], 1);
            }
            EXPECT_EQ(too_early, 0);
            EXPECT_EQ(wrong_next, 0);
        }
}

TEST(ForEachInTurn, NextIsTheItemThatTheThreadTakesNext) {
    std::vector<std::size_t> order;
    std::size_t expected = 0;
    for_each_two_pass(
        Exec::serial(), 9,
        [&](std::size_t i, std::size_t next) {
            EXPECT_EQ(i, expected);
            expected = next;
            order.push_back(i);
        },
        [&](std::size_t i) { order.push_back(100 + i); });
    EXPECT_EQ(order, (std::vector<std::size_t>{0, 100, 1, 101, 2, 102, 3, 103, 4, 104, 5, 105, 6, 106, 7, 107,
                                               8, 108}));
}

}  // namespace
}  // namespace talus::exec

#include "talus/exec/pool.h"

#include <atomic>
#include <memory>
#include <utility>

#include "talus/exec/for_each.h"

namespace talus::exec {
namespace {

/// Counts how many were ever made. A pool makes its objects without arguments, so the count is the type's.
struct Scratch {
    inline static std::atomic<int> made{0};
    Scratch() { ++made; }
    int value = 0;
    bool in_use = false;
};

TEST(Pool, ReturnsTheSameObjectWithItsContents) {
    Pool<Scratch> pool;
    const Scratch* first = nullptr;
    {
        auto loan = pool.borrow();
        first = &*loan;
        loan->value = 7;
    }
    const int made = Scratch::made;
    auto again = pool.borrow();
    EXPECT_EQ(&*again, first);
    EXPECT_EQ(again->value, 7);
    EXPECT_EQ(Scratch::made, made);
}

TEST(Pool, TwoBorrowersHaveTwoObjects) {
    Pool<Scratch> pool;
    auto one = pool.borrow(), two = pool.borrow();
    EXPECT_NE(&*one, &*two);
    one->value = 1;
    EXPECT_EQ(two->value, 0);
}

// A pool owns what is not on loan, and only that: a type that cannot be copied goes in and out.
TEST(Pool, FreesItsObjects) {
    struct Holder {
        std::shared_ptr<int> held;
    };
    const auto watched = std::make_shared<int>(0);
    {
        Pool<Holder> pool;
        pool.borrow()->held = watched;
        EXPECT_EQ(watched.use_count(), 2);
    }
    EXPECT_EQ(watched.use_count(), 1);
}

// Tasks at the same time never share an object, and no more objects are made than tasks ran at once.
TEST(Pool, ServesParallelTasks) {
    Pool<Scratch> pool;
    const int made_before = Scratch::made;
    std::atomic<int> now{0}, most{0}, shared{0}, calls{0};
    for (int loop = 0; loop < 20; ++loop)
        for_each_range(
            Exec::cpu(4), 256,
            [&](std::size_t begin, std::size_t end) {
                const int here = ++now;
                for (int seen = most; seen < here && !most.compare_exchange_weak(seen, here);) {
                }
                {
                    auto loan = pool.borrow();
                    if (std::exchange(loan->in_use, true)) ++shared;
                    for (std::size_t i = begin; i < end; ++i) loan->value += static_cast<int>(i);
                    calls += static_cast<int>(end - begin);
                    loan->in_use = false;
                }
                --now;
            },
            1);
    EXPECT_EQ(shared, 0);
    EXPECT_EQ(calls, 20 * 256);
    EXPECT_LE(Scratch::made - made_before, most);
}

}  // namespace
}  // namespace talus::exec

#include <atomic>
#include <cstdint>
#include <numeric>

#include "talus/core/rng.h"
#include "talus/exec/buffer.h"
#include "talus/exec/reduce.h"

namespace talus::exec {
namespace {

// More threads than processors, so that chunks really interleave; 1 is the plain loop.
const std::vector<int> thread_counts{1, 2, 5};
// Below, at and above the borders between chunks.
const std::vector<std::size_t> sizes{
    0, 1, default_grain - 1, default_grain, default_grain + 1, 7 * default_grain + 3};

TEST(ForEach, VisitsEveryItemOnce) {
    for (const int threads : thread_counts) {
        const Exec exec = Exec::cpu(threads);
        EXPECT_EQ(exec.threads(), threads);
        for (const std::size_t size : sizes) {
            Array<int> visits(size);
            for_each(exec, size, [visits = visits.view()](std::size_t i) { ++visits[i]; });
            for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(visits[i], 1) << i << " of " << size;
        }
    }
}

TEST(ForEachRange, HasTheSameBordersForAnyThreadCount) {
    for (const int threads : thread_counts) {
        std::atomic<std::size_t> covered = 0;
        for_each_range(
            Exec::cpu(threads), 1000,
            [&covered](std::size_t begin, std::size_t end) {
                EXPECT_EQ(begin % 64, 0u);
                EXPECT_EQ(end, std::min<std::size_t>(begin + 64, 1000));
                covered += end - begin;
            },
            64);
        EXPECT_EQ(covered, 1000u);
    }
}

TEST(ForEach, RunsInsideAnotherLoop) {
    const Exec exec = Exec::cpu(3);
    Array<std::uint64_t> sums(8);
    for_each(
        exec, sums.size(),
        [&exec, sums = sums.view()](std::size_t i) {
            sums[i] = sum(exec, 10000, std::uint64_t{0}, [i](std::size_t j) { return std::uint64_t{i * j}; });
        },
        1);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], i * 49995000u);
}

TEST(Reduce, HasTheSameBitsForAnyThreadCount) {
    const Random random{11, 4};
    const auto value = [&random](std::size_t i) { return random.uniform(-1, 1, i) * std::pow(10.0, i % 17); };
    for (const std::size_t size : sizes) {
        const double expected = sum(Exec::serial(), size, 0.0, value);
        for (const int threads : thread_counts)
            EXPECT_EQ(sum(Exec::cpu(threads), size, 0.0, value), expected) << size;
    }
}

TEST(Reduce, CombinesFromLeftToRight) {
    // A combination that does not commute: the last item seen wins, the identity changes nothing.
    const auto later = [](std::int64_t a, std::int64_t b) { return b < 0 ? a : b; };
    for (const int threads : thread_counts) {
        const auto last = reduce(
            Exec::cpu(threads), 50000, std::int64_t{-1},
            [](std::size_t i) { return i % 3 == 0 ? static_cast<std::int64_t>(i) : std::int64_t{-1}; },
            later);
        EXPECT_EQ(last, 49998);
    }
}

TEST(ExclusiveScan, EqualsTheSerialOneAlsoInPlace) {
    const Random random{5, 9};
    for (const int threads : thread_counts) {
        for (const std::size_t size : sizes) {
            Array<std::uint32_t> values(size), out(size);
            for (std::size_t i = 0; i < size; ++i)
                values[i] = static_cast<std::uint32_t>(random.uniform(i) * 1000);
            std::vector<std::uint32_t> expected(size);
            std::exclusive_scan(values.view().begin(), values.view().end(), expected.begin(), 0u);
            const std::uint32_t total = size == 0 ? 0 : expected.back() + values[size - 1];

            const Array<std::uint32_t>& readable = values;
            EXPECT_EQ(exclusive_scan(Exec::cpu(threads), readable.view(), out.view()), total);
            EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.view().begin()));
            EXPECT_EQ(exclusive_scan<std::uint32_t>(Exec::cpu(threads), values.view(), values.view()), total);
            EXPECT_TRUE(std::equal(expected.begin(), expected.end(), values.view().begin()));
        }
    }
}

}  // namespace
}  // namespace talus::exec

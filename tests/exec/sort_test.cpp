#include "talus/exec/sort.h"

#include <algorithm>
#include <cstdint>

#include "talus/core/rng.h"

namespace talus::exec {
namespace {

/// Pairs whose keys take `different` values spread over all 64 bits, in order of appearance.
struct Pairs {
    Array<std::uint64_t> keys;
    Array<std::uint32_t> values;

    Pairs(std::size_t count, std::uint64_t different) : keys(count), values(count) {
        const Random random{3, 8};
        for (std::size_t i = 0; i < count; ++i) {
            const auto kind = static_cast<std::uint64_t>(random.uniform(i) * static_cast<double>(different));
            keys[i] = kind * 0x9E3779B97F4A7C15u;
            values[i] = static_cast<std::uint32_t>(i);
        }
    }
};

TEST(SortByKey, EqualsAStableSortForAnyThreadCount) {
    for (const int threads : {1, 2, 5}) {
        for (const std::size_t count : {0, 1, 2, 1000, 16384, 16385, 100000}) {
            for (const std::uint64_t different : {1u, 7u, 1000000u}) {
                Pairs pairs(count, different);
                std::vector<std::pair<std::uint64_t, std::uint32_t>> expected(count);
                for (std::size_t i = 0; i < count; ++i) expected[i] = {pairs.keys[i], pairs.values[i]};
                std::stable_sort(expected.begin(), expected.end(),
                                 [](const auto& a, const auto& b) { return a.first < b.first; });

                SortScratch scratch;
                sort_by_key(Exec::cpu(threads), pairs.keys.view(), pairs.values.view(), scratch);
                for (std::size_t i = 0; i < count; ++i) {
                    ASSERT_EQ(pairs.keys[i], expected[i].first) << i << " of " << count;
                    ASSERT_EQ(pairs.values[i], expected[i].second) << i << " of " << count;
                }
            }
        }
    }
}

TEST(SortByKey, AllocatesNothingTheSecondTime) {
    SortScratch scratch;
    Pairs first(50000, 1000), second(50000, 1000);
    sort_by_key(Exec::cpu(2), first.keys.view(), first.values.view(), scratch);
    const auto* memory = scratch.keys.data();
    sort_by_key(Exec::cpu(2), second.keys.view(), second.values.view(), scratch);
    EXPECT_EQ(scratch.keys.data(), memory);
}

}  // namespace
}  // namespace talus::exec

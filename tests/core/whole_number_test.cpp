#include "talus/core/whole_number.h"

#include <cstdint>

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(WholeNumber, IsWithinTheRangeOfTheType) {
    EXPECT_EQ(wholeNumber<std::uint32_t>(4294967295.0), 4294967295u);
    EXPECT_EQ(wholeNumber<std::uint32_t>(4294967296.0), std::nullopt);
    EXPECT_EQ(wholeNumber<std::uint32_t>(-1.0), std::nullopt);
    EXPECT_EQ(wholeNumber<std::int64_t>(-0x1p63), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(wholeNumber<std::int64_t>(0x1p63), std::nullopt);
    EXPECT_EQ(wholeNumber<std::uint64_t>(0x1p63), std::uint64_t{1} << 63);
    EXPECT_EQ(wholeNumber<std::uint64_t>(0x1p64), std::nullopt);
    EXPECT_EQ(wholeNumber<std::uint8_t>(256.0), std::nullopt);
}

TEST(WholeNumber, HasNoFractionAndIsFinite) {
    EXPECT_EQ(wholeNumber<int>(3.0), 3);
    EXPECT_EQ(wholeNumber<int>(2.5), std::nullopt);
    EXPECT_EQ(wholeNumber<int>(std::nan("")), std::nullopt);
    EXPECT_EQ(wholeNumber<int>(INFINITY), std::nullopt);
}

}  // namespace
}  // namespace talus

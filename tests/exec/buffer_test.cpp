#include "talus/exec/buffer.h"

#include <cstdint>
#include <utility>

namespace talus::exec {
namespace {

TEST(Buffer, StartsOnACacheLineAndGrowsWithZeros) {
    Array<int> array(3);
    for (std::size_t i = 0; i < 3; ++i) array[i] = 7;
    array.resize(1000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0u);
    EXPECT_EQ(array[2], 7);
    for (std::size_t i = 3; i < 1000; ++i) ASSERT_EQ(array[i], 0) << i;
}

TEST(Buffer, NewElementsAreZeroAlsoWhereOldOnesWere) {
    Array<int> array(10);
    array[9] = 5;
    array.resize(4);
    array.resize(10);
    EXPECT_EQ(array[9], 0);
}

TEST(Buffer, ShrinkingAndGrowingWithinTheCapacityMovesNothing) {
    Array<double> array(100);
    const double* memory = array.data();
    array.resize(10);
    array.resize(100);
    EXPECT_EQ(array.data(), memory);
    array.release();
    EXPECT_EQ(array.capacityBytes(), 0u);
}

TEST(Buffer, CopiesAreDeepAndMovesAreNot) {
    Array<int> array(2);
    array[1] = 3;
    Array<int> copy = array;
    copy[1] = 4;
    EXPECT_EQ(array[1], 3);
    const int* memory = array.data();
    const Array<int> moved = std::move(array);
    EXPECT_EQ(moved.data(), memory);
    EXPECT_EQ(moved[1], 3);
}

}  // namespace
}  // namespace talus::exec

// Lengths and masses for people: the prefix is the largest of which there is one at least.
#include "talus/core/amount.h"

#include <gtest/gtest.h>

namespace talus {
namespace {

TEST(Amount, LengthsGetASuitablePrefix) {
    EXPECT_EQ(lengthText(2e-7), "0.2 um");
    EXPECT_EQ(lengthText(3e-5), "30 um");
    EXPECT_EQ(lengthText(0.006), "6 mm");
    EXPECT_EQ(lengthText(0.25), "250 mm");
    EXPECT_EQ(lengthText(5), "5 m");
    EXPECT_EQ(lengthText(12340), "12.3 km");
    EXPECT_EQ(lengthText(0), "0");
    EXPECT_EQ(lengthText(0.1 * 3 / 0.3), "1 m");  // below 1 by round-off
}

TEST(Amount, MassesGetASuitablePrefix) {
    EXPECT_EQ(massText(2.16e-4), "216 mg");
    EXPECT_EQ(massText(15.625), "15.6 kg");
    EXPECT_EQ(massText(1.25e5), "125 t");
    EXPECT_EQ(massText(3e-8), "30 ug");
}

}  // namespace
}  // namespace talus

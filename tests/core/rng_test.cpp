#include "talus/core/rng.h"

namespace talus {
namespace {

// Known answers published with the Random123 library (kat_vectors, philox4x32 10 rounds).
TEST(Philox, GivesThePublishedAnswers) {
    using Words = std::array<std::uint32_t, 4>;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
              (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, MeanAndSpreadOfUniformDraws) {
    const Random random{7, 3};
    const int n = 100000;
    double sum = 0, squares = 0;
    for (int i = 0; i < n; ++i) {
        const double u = random.uniform(static_cast<std::uint64_t>(i));
        ASSERT_GE(u, 0);
        ASSERT_LT(u, 1);
        sum += u;
        squares += u * u;
    }
    // Five standard errors of the mean (1/sqrt(12 n)) and about as many of the variance.
    EXPECT_NEAR(sum / n, 0.5, 5 / std::sqrt(12.0 * n));
    EXPECT_NEAR(squares / n - 0.25, 1.0 / 12, 0.002);
}

}  // namespace
}  // namespace talus

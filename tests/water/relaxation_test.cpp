#include "talus/water/solver/relaxation.h"

#include <gtest/gtest.h>

namespace talus::water {
namespace {

// Each neighbour's pressure counts for its own place too, so no pattern is overdone by less than 1; and by
// the inequality of Cauchy and Schwarz none by more than there are neighbours.
TEST(Relaxation, OvershootIsBetweenOneAndTheNumberOfNeighbours) {
    for (const Kernel kernel : {Kernel::CubicSpline, Kernel::WendlandC2}) {
        EXPECT_GT(spectralRadius(kernel, 2), 1);
        EXPECT_LT(spectralRadius(kernel, 2), 32);
        EXPECT_LT(spectralRadius(kernel, 4), 250);
        // Within the axes' neighbours alone (support 1.3): |2 g sin q|^2 summed over three axes, over 6
        // g^2: 2.
        EXPECT_NEAR(spectralRadius(kernel, 1.3), 2, 1e-12);
    }
}

// The share falls as what a kernel overdoes rises, at every support that a scene may have; so turns by
// themselves would converge (below 2).
TEST(Relaxation, EverySupportConverges) {
    for (const Kernel kernel : {Kernel::CubicSpline, Kernel::WendlandC2})
        for (const double support : {1.5, 2.0, 2.3, 2.5, 3.0, 4.0}) {
            const double share = double{relaxationFor(kernel, support)};
            EXPECT_LE(share, 0.5);
            EXPECT_LE(share * spectralRadius(kernel, support),
                      0.5 * spectralRadius(Kernel::CubicSpline, 2) * 1.000001);
        }
    EXPECT_EQ(relaxationFor(Kernel::CubicSpline, 2), 0.5f);
}

}  // namespace
}  // namespace talus::water

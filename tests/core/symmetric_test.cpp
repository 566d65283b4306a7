#include "talus/math/symmetric.h"

#include <gtest/gtest.h>

#include <cmath>

#include "talus/core/rng.h"

namespace talus {
namespace {

// Of random matrices: times() is that by its rows, the determinant is the volume that they span, and the
// inverse takes back what the matrix did. Round-off is some 1e-16 times the ratio of 3 to the determinant.
TEST(Symmetric, InverseAndDeterminant) {
    const Random random{5, 1};
    for (std::uint64_t k = 0; k < 1000; ++k) {
        const auto one = [&](std::uint64_t n) { return random.uniform(-1, 1, k, n); };
        const Symmetric<double> m{one(0) + 2, one(1) + 2, one(2) + 2, one(3), one(4), one(5)};
        const Vec3d x{m.xx, m.xy, m.zx}, y{m.xy, m.yy, m.yz}, z{m.zx, m.yz, m.zz};
        const Vec3d v{one(6), one(7), one(8)};
        EXPECT_LT(length(times(m, v) - Vec3d{dot(x, v), dot(y, v), dot(z, v)}), 1e-14) << k;
        const double volume = dot(x, cross(y, z));
        EXPECT_NEAR(determinant(m), volume, 1e-13) << k;
        if (std::abs(volume) < 0.1) continue;
        EXPECT_LT(length(times(inverse(m), times(m, v)) - v), 1e-12) << k;
    }
}

}  // namespace
}  // namespace talus

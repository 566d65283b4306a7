// First hits of straight paths on tubes, cones and discs, against distances along the path.
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "talus/environment/contact/first_hit.h"

namespace talus::environment {
namespace {

constexpr int samples = 4000;
constexpr double reach = 0.02;

/// The first of evenly spaced points on a path that is within `reach` of the face.
std::optional<double> firstSample(const WallFace& face, const Vec3d& from, const Vec3d& to) {
    for (int n = 0; n <= samples; ++n) {
        const double share = double(n) / samples;
        if (distanceTo(face, from + (to - from) * share).distance <= reach) return share;
    }
    return std::nullopt;
}

class FirstHitOnSwept : public testing::TestWithParam<Vec3d> {};  // length, radius, end radius

TEST_P(FirstHitOnSwept, IsWhereThePathComesWithinReach) {
    const Vec3d axis = normalized(Vec3d{0.3, -0.2, 1});
    const WallFace face{WallFace::Kind::Swept, 0, 0, {0.1, 0, -0.2}, axis, GetParam()};
    std::mt19937 random(7);
    std::uniform_real_distribution<double> in_box(-0.6, 0.6), in_path(-0.4, 0.4);
    int hits = 0, misses = 0;
    for (int n = 0; n < 400; ++n) {
        const Vec3d from{in_box(random), in_box(random), in_box(random)};
        const Vec3d to = from + Vec3d{in_path(random), in_path(random), in_path(random)};
        if (distanceTo(face, from).distance <= reach) continue;
        const auto expected = firstSample(face, from, to);
        const auto hit = firstHit(face, from, to, reach);
        // Between two samples a path may touch the face's surroundings and leave them again.
        if (!expected) {
            if (hit)
                EXPECT_NEAR(distanceTo(face, from + (to - from) * hit->share).distance, reach, 1e-6 * reach);
            ++misses;
            continue;
        }
        ASSERT_TRUE(hit) << n;
        EXPECT_LE(hit->share, *expected + 1e-9);
        EXPECT_GT(hit->share, *expected - 1.0 / samples - 1e-9);
        ++hits;
        const auto again = firstHit(face, from, to, reach, hit->share + 1e-9);
        ASSERT_TRUE(again) << n;
        EXPECT_EQ(again->share, hit->share);
        EXPECT_FALSE(firstHit(face, from, to, reach, hit->share));
    }
    EXPECT_GT(hits, 30);
    EXPECT_GT(misses, 30);
}

INSTANTIATE_TEST_SUITE_P(Faces, FirstHitOnSwept,
                         testing::Values(Vec3d{0.5, 0.3, 0.3}, Vec3d{0.5, 0.1, 0.4}, Vec3d{0.4, 0.4, 0},
                                         Vec3d{0, 0.1, 0.4}, Vec3d{0, 0, 0.4}));

}  // namespace
}  // namespace talus::environment

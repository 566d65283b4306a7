#include "talus/picture/lines/arrows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

geometry::Box boxOf(const Mesh& mesh) {
    geometry::Box box = geometry::emptyBox();
    for (const Vec3d& p : mesh.position) geometry::include(box, p);
    return box;
}

TEST(Arrows, AnArrowReachesFromItsPointToItsTip) {
    const std::vector<Arrow> arrows{{{1, 2, 3}, {0, 0, 2}}};
    const geometry::Box box = boxOf(arrowsMesh(arrows, 0.01, {}));
    EXPECT_NEAR(box.min.z, 3, 1e-12);
    EXPECT_NEAR(box.max.z, 5, 1e-12);
    EXPECT_LT(box.max.x - box.min.x, 0.1);
}

TEST(Arrows, NoneIsDrawnForNoLength) {
    const std::vector<Arrow> one{{{0, 0, 0}, {1, 0, 0}}},
        two{{{0, 0, 0}, {1, 0, 0}}, {{5, 0, 0}, {0, 0, 0}}, {{5, 0, 0}, {std::nan(""), 0, 0}}};
    EXPECT_EQ(arrowsMesh(one, 0.01, {}).triangle.size(), arrowsMesh(two, 0.01, {}).triangle.size());
}

TEST(Arrows, ThinningLeavesEvenlySpacedPoints) {
    std::vector<Vec3d> points;
    for (int i = 0; i < 100; ++i)
        for (int j = 0; j < 100; ++j) points.push_back({0.01 * i, 0.01 * j, 0});
    const Thinned thinned = thinnedEvenly(points, 500);
    EXPECT_LE(thinned.index.size(), 500u);
    EXPECT_GE(thinned.index.size(), 250u);
    int quarter = 0;
    for (const std::size_t i : thinned.index) quarter += points[i].x < 0.5 && points[i].y < 0.5;
    EXPECT_NEAR(quarter / static_cast<double>(thinned.index.size()), 0.25, 0.06);
    EXPECT_EQ(thinnedEvenly(points, 20'000).index.size(), points.size());
}

}  // namespace
}  // namespace talus::picture

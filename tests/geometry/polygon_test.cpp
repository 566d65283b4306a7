// Polygons cut into triangles: these cover it once, whatever corner it begins with.
#include "talus/geometry/polygon.h"

#include <gtest/gtest.h>

namespace talus::geometry {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

std::vector<std::uint32_t> from(std::size_t first, std::size_t count, bool backwards) {
    std::vector<std::uint32_t> corners;
    for (std::size_t k = 0; k < count; ++k)
        corners.push_back(static_cast<std::uint32_t>((backwards ? first + count - k : first + k) % count));
    return corners;
}

/// How many triangles a point of the x-y plane is in; not on their edges.
int covers(const std::vector<Vec3d>& points, const Triangles& triangles, const Vec3d& p) {
    int count = 0;
    for (const auto& t : triangles) {
        int left = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3d &a = points[t[k]], &b = points[t[(k + 1) % 3]];
            left += cross(b - a, p - a).z > 0;
        }
        count += left == 3 || left == 0;
    }
    return count;
}

double area(const std::vector<Vec3d>& points, const Triangles& triangles) {
    double sum = 0;
    for (const auto& t : triangles)
        sum += 0.5 * cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]).z;
    return sum;
}

struct Shape {
    const char* name;
    std::vector<Vec3d> points;
    double area;
    std::vector<Vec3d> within, outside;
};

const std::vector<Shape> shapes{
    {"square", {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, 4, {{1.5, 1, 0}, {0.5, 1, 0}}, {{3, 1, 0}}},
    {"L",
     {{0, 0, 0}, {20, 0, 0}, {20, 5, 0}, {5, 5, 0}, {5, 20, 0}, {0, 20, 0}},
     175,
     {{15, 2, 0}, {2, 15, 0}, {1, 2, 0}},
     {{12, 12, 0}, {6, 6, 0}}},
    {"arrow",
     {{-20, -20, 0}, {20, -20, 0}, {-15, -15, 0}, {-20, 20, 0}},
     200,
     {{-18.5, 0, 0}, {0, -18, 0}},
     {{-6, -6, 0}}},
    // A square of 6 with a hole of 2: the cut from the rim to the hole is gone along twice.
    {"frame",
     {{0, 0, 0},
      {6, 0, 0},
      {6, 6, 0},
      {0, 6, 0},
      {0, 0, 0},
      {2, 2, 0},
      {2, 4, 0},
      {4, 4, 0},
      {4, 2, 0},
      {2, 2, 0}},
     32,
     {{1, 3, 0}, {3, 1, 0}, {5, 3, 0}, {3, 5, 0}},
     {{3, 3.1, 0}}},
    // Corners in the middle of sides, as where other faces meet it.
    {"T",
     {{0, 0, 0},
      {1, 0, 0},
      {1, 1, 0},
      {1, 2, 0},
      {2, 2, 0},
      {2, 3, 0},
      {0.5, 3, 0},
      {-1, 3, 0},
      {-1, 2, 0},
      {0, 2, 0}},
     5,
     {{0.53, 1.07, 0}, {1.47, 2.58, 0}, {-0.51, 2.43, 0}},
     {{1.5, 1, 0}, {-0.5, 1, 0}}}};

TEST(Polygon, TrianglesCoverItOnceFromAnyFirstCorner) {
    for (const Shape& shape : shapes)
        for (std::size_t first = 0; first < shape.points.size(); ++first)
            for (const bool backwards : {false, true}) {
                Triangles triangles;
                SCOPED_TRACE(std::string(shape.name) + " from corner " + std::to_string(first));
                ASSERT_TRUE(
                    triangulate(shape.points, from(first, shape.points.size(), backwards), triangles));
                EXPECT_EQ(triangles.size(), shape.points.size() - 2);
                EXPECT_NEAR(area(shape.points, triangles), backwards ? -shape.area : shape.area, 1e-9);
                for (const Vec3d& p : shape.within) EXPECT_EQ(covers(shape.points, triangles, p), 1);
                for (const Vec3d& p : shape.outside) EXPECT_EQ(covers(shape.points, triangles, p), 0);
            }
}

TEST(Polygon, IsRefusedWhereItCannotBeCut) {
    Triangles triangles;
    // Goes along one line three times.
    const std::vector<Vec3d> twisted{{-3, -3, 0}, {3, -3, 0},  {0, -3, 0},
                                     {3, 3, 0},   {-1, -2, 0}, {-1, -3, 0}};
    EXPECT_FALSE(triangulate(twisted, from(0, twisted.size(), false), triangles));
    std::vector<Vec3d> comb;
    comb.reserve(602);
    for (int k = 0; k < 600; ++k) comb.push_back({0.1 * k, k % 2 == 0 ? 1.0 : 2.0, 0});
    comb.push_back({60, 0, 0});
    comb.push_back({0, 0, 0});
    EXPECT_FALSE(triangulate(comb, from(0, comb.size(), false), triangles));
    // Corners that are no points are somebody else's to find.
    EXPECT_TRUE(triangulate(comb, std::vector<std::uint32_t>{0, 1, 2, 99999}, triangles));
}

}  // namespace
}  // namespace talus::geometry

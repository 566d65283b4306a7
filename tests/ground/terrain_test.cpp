// Ground from formulas: the shapes asked for, the same for every number of threads and every part of it.
#include "talus/ground/terrain.h"

#include <algorithm>
#include <functional>

namespace talus::ground {
namespace {

using exec::Exec;
using geometry::ColumnGrid;
using geometry::flatHeightfield;
using geometry::Heightfield;

const ColumnGrid grid{-7.3, 2.1, 0.1, 300, 200};

using Add = std::function<Status(const Exec&, Heightfield&)>;

template <class Shape>
Add adding(Status (*add)(const Exec&, const ColumnGrid&, exec::View<double>, const Shape&),
           const Shape& shape) {
    return [add, shape](const Exec& exec, Heightfield& field) {
        return add(exec, field.grid, field.height.view(), shape);
    };
}

const std::vector<Add> shapes{adding(addHills, Hills{.seed = 3}),
                              adding(addDunes, Dunes{.seed = 4, .wind = 0.4}),
                              adding(addCraters, Craters{.seed = 5})};

TEST(Terrain, DependsOnTheSeedAndNotOnTheNumberOfThreads) {
    for (const Add& add : shapes) {
        Heightfield one = flatHeightfield(grid, 1), three = one;
        ASSERT_TRUE(add(Exec::serial(), one).ok());
        ASSERT_TRUE(add(Exec::cpu(3), three).ok());
        EXPECT_TRUE(std::equal(one.height.data(), one.height.data() + grid.size(), three.height.data()));
    }
    Heightfield a = flatHeightfield(grid, 0), b = a;
    ASSERT_TRUE(addHills(Exec::serial(), grid, a.height.view(), {.seed = 1}).ok());
    ASSERT_TRUE(addHills(Exec::serial(), grid, b.height.view(), {.seed = 2}).ok());
    int same = 0;
    for (std::size_t k = 0; k < grid.size(); ++k) same += a.height[k] == b.height[k];
    EXPECT_LT(same, 100);
}

// Hills and dunes belong to a place, not to a grid: a part of the ground made by itself fits into the whole,
// to the round-off of its other origin. (Steps of dunes may turn on that, so they are looked at with a
// margin.)
TEST(Terrain, PartEqualsThatPartOfTheWhole) {
    ColumnGrid part = grid;
    part.origin_x = grid.x(100);
    part.origin_y = grid.y(50);
    part.columns = part.rows = 80;
    for (std::size_t s = 0; s < 2; ++s) {
        Heightfield whole = flatHeightfield(grid, 0), piece = flatHeightfield(part, 0);
        ASSERT_TRUE(shapes[s](Exec::serial(), whole).ok());
        ASSERT_TRUE(shapes[s](Exec::serial(), piece).ok());
        for (std::uint32_t j = 0; j < part.rows; ++j)
            for (std::uint32_t i = 0; i < part.columns; ++i)
                ASSERT_NEAR(piece.height[part.at(i, j)], whole.height[grid.at(i + 100, j + 50)], 1e-11);
    }
}

// One octave is smooth and within its height; the mean of many hills is near zero (their spread is about
// 0.35, of 400 hills: 0.05 is three standard errors), and further octaves add detail, not height.
TEST(Hills, HaveTheHeightAskedFor) {
    const ColumnGrid wide{0, 0, 0.5, 400, 400};
    const auto made = [&](int octaves) {
        Heightfield field = flatHeightfield(wide, 0);
        EXPECT_TRUE(addHills(Exec::serial(), wide, field.height.view(),
                             {.seed = 7, .height = 2, .wavelength = 10, .octaves = octaves})
                        .ok());
        return field;
    };
    const auto roughness = [&](const Heightfield& field) {  // mean square of the second difference along x
        double sum = 0;
        for (std::size_t k = 1; k + 1 < wide.size(); ++k)
            if (k % wide.columns > 0 && k % wide.columns < wide.columns - 1)
                sum += std::pow(field.height[k - 1] - 2 * field.height[k] + field.height[k + 1], 2);
        return sum;
    };
    const Heightfield one = made(1), many = made(8);
    const geometry::Box box = boundsOf(Exec::serial(), wide, one.height.view());
    EXPECT_GT(box.max.z, 1);
    EXPECT_LE(box.max.z, 2);
    EXPECT_LT(box.min.z, -1);
    EXPECT_GE(box.min.z, -2);
    const double area = wide.area() * static_cast<double>(wide.size());
    EXPECT_NEAR(volumeOf(Exec::serial(), wide, one.height.view()) / area / 2, 0, 0.05);
    EXPECT_GT(roughness(many), 10 * roughness(one));
    // 10, 5, 2.5 and 1.25 m are at least two columns of 0.5 m; the octaves after them are left out.
    const Heightfield four = made(4);
    EXPECT_TRUE(std::equal(four.height.data(), four.height.data() + wide.size(), many.height.data()));
}

// Straight dunes: period, slip face and height; a slip face of 32 degrees looks down the wind.
TEST(Dunes, HaveASlipFaceDownwind) {
    const ColumnGrid fine{0, 0, 0.02, 3000, 2};
    Heightfield field = flatHeightfield(fine, 0);
    const Dunes dunes{.height = 1, .wavelength = 15, .wander = 0};
    ASSERT_TRUE(addDunes(Exec::serial(), fine, field.height.view(), dunes).ok());
    double steepest_down = 0, steepest_up = 0;
    int faces = 0;
    bool on_face = false;
    for (std::uint32_t i = 1; i < fine.columns; ++i) {
        const double slope = (field.height[i] - field.height[i - 1]) / fine.spacing;
        steepest_down = std::min(steepest_down, slope);
        steepest_up = std::max(steepest_up, slope);
        faces += !on_face && slope < -0.2;
        on_face = slope < -0.2;
    }
    EXPECT_EQ(faces, 4);  // in 60 m
    // Crests that rise or fall along the wind tilt the face by at most 0.25 H (1.4 m^-1 / bends of 45 m).
    EXPECT_GT(steepest_down, -std::tan(dunes.slip) - 0.02);
    EXPECT_LT(steepest_down, -0.45 * std::tan(dunes.slip));
    EXPECT_LT(steepest_up, 0.5 * std::tan(dunes.slip));
    const geometry::Box box = boundsOf(Exec::serial(), fine, field.height.view());
    EXPECT_GE(box.min.z, 0);
    EXPECT_LE(box.max.z, 1);
    EXPECT_GT(box.max.z, 0.5);
}

// One crater: floor, rim and the foot of its apron, at their places.
TEST(Craters, HaveFloorRimAndApron) {
    const ColumnGrid fine{0, 0, 0.01, 1201, 1201};
    Heightfield field = flatHeightfield(fine, 0);
    ASSERT_TRUE(addCraters(Exec::cpu(2), fine, field.height.view(),
                           {.seed = 2, .count = 1, .smallest = 1, .largest = 1})
                    .ok());
    const double* const begin = field.height.data();
    const auto floor = static_cast<std::size_t>(std::min_element(begin, begin + fine.size()) - begin);
    const double x = fine.x(static_cast<std::uint32_t>(floor % fine.columns)),
                 y = fine.y(static_cast<std::uint32_t>(floor / fine.columns));
    EXPECT_NEAR(field.height[floor], -0.32, 1e-4);
    EXPECT_NEAR(*std::max_element(begin, begin + fine.size()), 0.08,
                2e-3);  // a column may miss the rim by 5 mm
    for (std::uint32_t j = 0; j < fine.rows; j += 7)
        for (std::uint32_t i = 0; i < fine.columns; i += 7) {
            const double r = std::hypot(fine.x(i) - x, fine.y(j) - y);
            if (r > 3.02) {
                EXPECT_EQ(field.height[fine.at(i, j)], 0);
            } else if (r > 1.02) {
                EXPECT_GE(field.height[fine.at(i, j)], 0);
            }
        }
}

TEST(Terrain, BadInputIsRefusedWithAReason) {
    Heightfield field = flatHeightfield(grid, 0);
    const auto view = field.height.view();
    const Exec exec = Exec::serial();
    EXPECT_THAT(addHills(exec, grid, view, {.wavelength = 0.19}).error().message,
                testing::HasSubstr("two spacings"));
    EXPECT_FALSE(addHills(exec, grid, view, {.height = 0}).ok());
    EXPECT_FALSE(addHills(exec, grid, view, {.octaves = 0}).ok());
    EXPECT_FALSE(addHills(exec, grid, view, {.roughness = std::nan("")}).ok());
    EXPECT_FALSE(addDunes(exec, grid, view, {.height = 10, .wavelength = 30}).ok());
    EXPECT_FALSE(addDunes(exec, grid, view, {.slip = 2}).ok());
    EXPECT_FALSE(addDunes(exec, grid, view, {.wander = 2}).ok());
    EXPECT_FALSE(addCraters(exec, grid, view, {.smallest = 0}).ok());
    EXPECT_FALSE(addCraters(exec, grid, view, {.smallest = 3, .largest = 2}).ok());
    EXPECT_FALSE(addCraters(exec, grid, view, {.count = 2000000}).ok());
    ColumnGrid far = grid;
    far.origin_x = 1e10;
    EXPECT_THAT(addHills(exec, far, view, {.wavelength = 1}).error().message, testing::HasSubstr("origin"));
    for (std::size_t k = 0; k < grid.size(); ++k) ASSERT_EQ(field.height[k], 0);
}

}  // namespace
}  // namespace talus::ground

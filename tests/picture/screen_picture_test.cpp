// What comes onto the engraved screen, and what the screen looks like.
#include <gmock/gmock.h>

#include "talus/picture/screen/lighting.h"
#include "talus/picture/screen/marks.h"

namespace talus::picture::engraved {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ScreenProjection, ACameraShowsItsTargetInTheMiddle) {
    picture::Camera camera;
    camera.position = {0, -6, 0};
    camera.target = {0, 0, 0};
    camera.fov = 0.225;
    const Projection projection = throughCamera(camera, 256, 192);
    const OnScreen middle = projection({0, 0, 0}, 1);
    EXPECT_NEAR(middle.x, 128, 1e-9);
    EXPECT_NEAR(middle.y, 96, 1e-9);
    // The picture is 2 * 6 m * tan(0.1125) high.
    EXPECT_NEAR(middle.radius, 192 / (12 * std::tan(0.1125)), 1e-9);
    const OnScreen moved = projection({0.1, 0, 0.2}, 1);
    EXPECT_NEAR(moved.x, 128 + 0.1 * middle.radius, 1e-9);
    EXPECT_NEAR(moved.y, 96 - 0.2 * middle.radius, 1e-9);
    EXPECT_LE(projection({0, -7, 0}, 1).radius, 0) << "behind the camera";
}

TEST(ScreenProjection, APlaneShowsTheWholeBox) {
    const geometry::Box box{{-1, 0, 2}, {3, 1, 4}};
    const Projection above = ontoPlane(Plane::XY, box, 100, 50);
    EXPECT_NEAR(above({-1, 0.5, 9}, 1).x, 0, 1e-9);
    EXPECT_NEAR(above({3, 0.5, 9}, 1).x, 100, 1e-9);
    EXPECT_NEAR(above({1, 1, 0}, 1).y, 12.5, 1e-9);
    EXPECT_NEAR(above({1, 1, 0}, 1).radius, 25, 1e-9);
    EXPECT_NEAR(ontoPlane(Plane::XZ, box, 100, 50)({1, 5, 4}, 1).y, 0, 1e-9);
    EXPECT_NEAR(ontoPlane(Plane::YZ, box, 50, 100)({7, 1, 3}, 1).x, 50, 1e-9);
}

TEST(ScreenProjection, ABallMarksTheGroundWhereItCutsIt) {
    // A slope of 3 in 4 along x, 4 m x 2 m.
    const geometry::ColumnGrid grid{-1, 0, 0.5, 9, 5};
    std::vector<double> heights;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) heights.push_back(0.75 * grid.x(i));
    const GroundScreen screen = GroundScreen::on(grid, 80, 80);
    EXPECT_EQ(screen.width, 80u);
    EXPECT_EQ(screen.height, 40u) << "square phyxels on a ground half as wide as long";
    EXPECT_DOUBLE_EQ(screen.side, 0.05);
    const Projection project = ontoGround(screen, grid, {heights.data(), heights.size()});
    // 0.4 m above the slope along z is 0.32 m from it; a ball of 0.4 m cuts a circle of 0.24 m.
    const OnScreen on = project({1, 1.5, 0.75 + 0.4}, 0.4);
    EXPECT_NEAR(on.x, 40, 1e-9);
    EXPECT_NEAR(on.y, 10, 1e-9) << "the last row of columns is at the top";
    EXPECT_NEAR(on.radius, 0.24 / 0.05, 1e-9);
    EXPECT_EQ(project({1, 1.5, 0.75 + 0.6}, 0.4).radius, 0) << "above the ground";
    EXPECT_EQ(project({9, 1.5, 0.75}, 0.4).radius, 0) << "beside the ground";
}

TEST(ScreenMarks, MoveStraightFromFrameToFrame) {
    const std::vector<PlacedPoint> earlier{{7, 10, 20, 2, 6}, {8, 0, 0, 1, 0}};
    const std::vector<PlacedPoint> later{{9, 5, 5, 1, 0}, {7, 14, 18, 4, 8}};
    MovingMarks marks(earlier, later);
    const auto half = marks.at(0.5, 0.1);
    ASSERT_EQ(half.size(), 1u) << "7 is in both frames";
    EXPECT_FLOAT_EQ(half[0].x, 12);
    EXPECT_FLOAT_EQ(half[0].y, 19);
    EXPECT_FLOAT_EQ(half[0].radius, 3);
    EXPECT_FLOAT_EQ(half[0].push, 0.3f);
    EXPECT_FLOAT_EQ(half[0].z, 7);
}

/// A screen of 5 x 4 with a = fx x + fy y.
std::vector<float> ramp(float fx, float fy) {
    std::vector<float> a;
    for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 5; ++x) a.push_back(fx * static_cast<float>(x) + fy * static_cast<float>(y));
    return a;
}

std::vector<std::uint8_t> pixel(const std::vector<std::uint8_t>& rgb, std::size_t x, std::size_t y) {
    const std::size_t i = 3 * (y * 5 + x);
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
}

TEST(ScreenLighting, TheStandardIsThatOfThePaper) {
    const auto lighting = Lighting::parse(standard_lighting);
    ASSERT_TRUE(lighting);
    const exec::Exec exec = exec::Exec::serial();
    const auto lit = [&](float fx, float fy) {
        return pixel(*lighting->light(exec, ramp(fx, fy), ramp(fx, fy), 5, {}), 2, 2);
    };
    EXPECT_THAT(lit(0, 1), ElementsAre(138, 110, 94));  // 0.55 of 250, 200, 170
    EXPECT_THAT(lit(-1, 0), ElementsAre(113, 90, 77));  // 0.45 of them
    EXPECT_THAT(lit(1, 0), ElementsAre(0, 0, 0));
    EXPECT_THAT(lit(0, 10), ElementsAre(255, 255, 255));
}

TEST(ScreenLighting, TheParserGivesTheSamePictureAsTheFastPath) {
    std::vector<float> a = ramp(0.3f, 0.2f);
    a[7] = 1.5f, a[12] = -0.4f;
    const exec::Exec exec = exec::Exec::cpu(3);
    const auto standard = Lighting::parse(standard_lighting), parsed = Lighting::parse("0.55*dy - 0.45*dx");
    EXPECT_EQ(*standard->light(exec, a, a, 5, {}), *parsed->light(exec, a, a, 5, {}));
}

TEST(ScreenLighting, OnlyTheZoneOfInfluenceIsLit) {
    std::vector<float> a(20);
    a[7] = 0.5f, a[8] = -0.5f, a[9] = 0.1f;
    ScreenLook look;
    look.threshold = 0.2;
    look.outside = {0, 0, 1};
    const auto lighting = Lighting::parse("1");
    const auto rgb = *lighting->light(exec::Exec::serial(), a, a, 5, look);
    EXPECT_THAT(pixel(rgb, 2, 1), ElementsAre(250, 200, 170));
    EXPECT_THAT(pixel(rgb, 3, 1), ElementsAre(250, 200, 170));
    EXPECT_THAT(pixel(rgb, 4, 1), ElementsAre(0, 0, 255));
    EXPECT_DOUBLE_EQ(zoneOfInfluence(a, 0.2), 0.1);
}

TEST(ScreenLighting, AFormulaReadsTheChangeAndNamesWhatIsWrong) {
    const std::vector<float> now(20, 0.75f), before(20, 0.25f);
    const auto moving = Lighting::parse("v");
    EXPECT_THAT(pixel(*moving->light(exec::Exec::serial(), now, before, 5, {}), 1, 1),
                ElementsAre(125, 100, 85));
    EXPECT_THAT(Lighting::parse("dx + dz").error().message, HasSubstr("dz"));
}

// A slope whose gradient is 0 in one place, between two phyxels of the same height.
TEST(ScreenLighting, AFormulaWithoutAValueIsAnErrorAtItsFirstPhyxel) {
    std::vector<float> a = ramp(1, 0);
    a[1 * 5 + 1] = 3;
    a[1 * 5 + 3] = 3;
    const auto lighting = Lighting::parse("dx/dx");
    for (const exec::Exec& exec : {exec::Exec::serial(), exec::Exec::cpu(3)}) {
        const auto rgb = lighting->light(exec, a, a, 5, {});
        ASSERT_FALSE(rgb);
        EXPECT_THAT(rgb.error().message, HasSubstr("'dx/dx' has no value in column 2 of row 1"));
        EXPECT_THAT(rgb.error().message, HasSubstr("a = 2, dx = 0, dy = 0, v = 0 and s = 1"));
    }
    // Outside of the zone of influence the formula is not used.
    ScreenLook look;
    look.threshold = 2;
    EXPECT_TRUE(lighting->light(exec::Exec::serial(), a, a, 5, look));
}

TEST(ScreenLighting, EnlargedPicturesAreLinearBetweenTheMiddles) {
    const std::vector<std::uint8_t> two{0, 0, 0, 100, 200, 40};
    const auto large = enlarged(two, 2, 4);
    ASSERT_EQ(large.size(), 3u * 8 * 4);
    std::vector<int> red;
    for (std::size_t x = 0; x < 8; ++x) red.push_back(large[3 * x]);
    // Old middles at 2 and 6 of 8 pixels; new ones at 0.5, 1.5, ...
    EXPECT_THAT(red, ElementsAre(0, 0, 13, 38, 63, 88, 100, 100));
}

}  // namespace
}  // namespace talus::picture::engraved

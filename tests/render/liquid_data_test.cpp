// Depth, normal and object of the surface of a liquid.
#include "tests/render/liquid_picture.h"

namespace talus::render {
namespace {

constexpr double spacing = 0.08, depth_of_pool = 0.48;

class LiquidData : public DrawingLiquids {
  protected:
    static PixelData dataOf(const Picture& picture) {
        auto data = renderer->data(picture);
        EXPECT_TRUE(data.ok()) << data.error().message;
        return data.ok() ? std::move(*data) : PixelData{};
    }
    static std::size_t at(int x, int y) { return std::size_t(y) * width + std::size_t(x); }
    /// The height of what a pixel shows, with the camera straight above.
    static double heightAt(const PixelData& data, int x, int y) { return 6 - double(data.depth[at(x, y)]); }
};

TEST_F(LiquidData, AFlatSurfaceIsFlat) {
    lookDown();
    const Particles pool = flatPool(depth_of_pool, spacing);
    add(pool);
    const PixelData data = dataOf(picture);
    double lowest = 1e9, highest = -1e9;
    for (int y = height / 2 - 40; y < height / 2 + 40; ++y)
        for (int x = width / 2 - 40; x < width / 2 + 40; ++x) {
            ASSERT_EQ(data.thing[at(x, y)].kind, Thing::Kind::Liquid);
            EXPECT_GT(data.normal[at(x, y)][2], 0.97f) << "balls would turn it by up to 90 degrees";
            lowest = std::min(lowest, heightAt(data, x, y));
            highest = std::max(highest, heightAt(data, x, y));
        }
    EXPECT_LT(highest - lowest, 0.5 * spacing);
    EXPECT_NEAR(0.5 * (highest + lowest), depth_of_pool, spacing);
}

TEST_F(LiquidData, ThePixelKnowsAParticleThatIsThere) {
    lookDown();
    const Particles pool = flatPool(depth_of_pool, spacing);
    add(pool);
    const PixelData data = dataOf(picture);
    for (const auto [x, y] : {std::pair{160, 120}, {130, 100}, {190, 140}}) {
        const Thing& thing = data.thing[at(x, y)];
        ASSERT_EQ(thing.kind, Thing::Kind::Liquid);
        const auto seen = project(picture.camera, width, height, pool.centre[thing.item]);
        EXPECT_NEAR(seen.x, x + 0.5, 12);
        EXPECT_NEAR(seen.y, y + 0.5, 12);
    }
}

TEST_F(LiquidData, WhatIsInFrontIsSeenAndWhatIsBehindIsNot) {
    lookDown();
    const Particles pool = flatPool(depth_of_pool, spacing);
    add(pool);
    addBall({1, 1, 0.9}, 0.15, {1, 0, 0});
    addBall({0.6, 1, 0.1}, 0.1, {1, 0, 0});
    const PixelData data = dataOf(picture);
    EXPECT_EQ(data.thing[at(width / 2, height / 2)].kind, Thing::Kind::Sphere);
    const auto under = project(picture.camera, width, height, {0.6, 1, 0.1});
    EXPECT_EQ(data.thing[at(int(under.x), int(under.y))].kind, Thing::Kind::Liquid);
    EXPECT_EQ(data.thing[at(3, height / 2)].kind, Thing::Kind::Obstacle);
}

TEST_F(LiquidData, OfTwoLiquidsEachIsItself) {
    lookDown();
    picture.liquids.emplace_back();  // one without particles does not shift the numbers
    Particles left = flatPool(depth_of_pool, spacing), right = left;
    std::erase_if(left.centre, [](const Vec3d& p) { return p.x > 0.8; });
    std::erase_if(right.centre, [](const Vec3d& p) { return p.x < 1.2; });
    add(left);
    add(right);
    const PixelData data = dataOf(picture);
    const auto of = [&](double x) {
        const auto seen = project(picture.camera, width, height, {x, 1, depth_of_pool});
        return data.thing[at(int(seen.x), int(seen.y))];
    };
    EXPECT_EQ(of(0.5).set, 1u);
    EXPECT_EQ(of(1.5).set, 2u);
    EXPECT_EQ(of(1.0).kind, Thing::Kind::Obstacle);
}

}  // namespace
}  // namespace talus::render

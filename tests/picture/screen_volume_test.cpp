// The engraved screen in three dimensions: the volume of masses against closed forms of its scheme, as those
// of the screen in screen_test.cpp, and the picture of a volume against the law of absorption (Beer and
// Lambert).
#include "talus/picture/screen/volume.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>

#include "talus/picture/screen/march.h"

namespace talus::picture::engraved {
namespace {

constexpr double pi = std::numbers::pi;
using Cells = std::array<std::size_t, 3>;

Profile dome() { return *Profile::parse(standard_profile); }

/// cos(l pi (x + 1/2) / nx) cos(m pi (y + 1/2) / ny) cos(n pi (z + 1/2) / nz)
struct Mode3 {
    Cells cells;
    std::array<double, 3> waves;

    double factor(std::size_t k, std::size_t at) const {
        return std::cos(waves[k] * pi * (double(at) + 0.5) / double(cells[k]));
    }
    double q() const {
        double sum = 0;
        for (std::size_t k = 0; k < 3; ++k)
            sum += 4 * std::pow(std::sin(0.5 * waves[k] * pi / double(cells[k])), 2);
        return sum;
    }
    std::vector<float> values() const {
        std::vector<float> all;
        for (std::size_t z = 0; z < cells[2]; ++z)
            for (std::size_t y = 0; y < cells[1]; ++y)
                for (std::size_t x = 0; x < cells[0]; ++x)
                    all.push_back(static_cast<float>(factor(0, x) * factor(1, y) * factor(2, z)));
        return all;
    }
};

/// The amplitude after some steps of a mode that begins at rest at 1: c(n+1) = (2 - K - Z) c(n) - (1 - Z)
/// c(n-1).
double amplitude(double k, double z, int steps) {
    double before = 1, now = 1;
    for (int n = 0; n < steps; ++n) before = std::exchange(now, (2 - k - z) * now - (1 - z) * before);
    return now;
}

TEST(ScreenVolume, ModesDecayAndSwingAtTheExactRates) {
    for (const std::array<double, 3> waves : {std::array{0.0, 0.0, 0.0}, {1.0, 0.0, 2.0}, {6.0, 4.0, 8.0}})
        for (const ScreenPreset& preset : screen_presets) {
            const Mode3 mode{{7, 5, 9}, waves};
            const ScreenLinks& links = preset.links;
            if (!checkStability(links, screen_rate, 6).ok()) continue;
            Volume volume(mode.cells, links);
            const std::vector<float> start = mode.values();
            volume.set(start, start);
            const std::vector<std::vector<Mark>> none(200);
            volume.advance(exec::Exec::serial(), none, dome());
            const double exact = amplitude(links.ground_stiffness + links.stiffness * mode.q(),
                                           links.ground_damping + links.damping * mode.q(), 200);
            // As for the screen: round-off of 32-bit floats over the steps.
            for (std::size_t i = 0; i < start.size(); ++i)
                ASSERT_NEAR(volume.values()[i], exact * start[i], 3e-5) << preset.name << ", mass " << i;
        }
}

TEST(ScreenVolume, APointAtRestBalancesItsSpringsInAllDirections) {
    // At rest ks a + ki sum (a - a_n) = E at each mass; E is `push` below the mark and 0 elsewhere.
    const Cells cells{6, 7, 5};
    const ScreenLinks links = screen_presets[0].links;
    Volume volume(cells, links);
    const std::vector<std::vector<Mark>> marks(4000, {{2.5f, 3.5f, 0.4f, 0.25f, 1.5f}});
    volume.advance(exec::Exec::cpu(2), marks, dome());
    const auto a = volume.values();
    const auto at = [&](std::size_t x, std::size_t y, std::size_t z) {
        return double(a[(z * cells[1] + y) * cells[0] + x]);
    };
    double sum = 0;
    for (std::size_t z = 0; z < cells[2]; ++z)
        for (std::size_t y = 0; y < cells[1]; ++y)
            for (std::size_t x = 0; x < cells[0]; ++x) {
                double force = links.ground_stiffness * at(x, y, z);
                const auto link = [&](bool is, std::size_t nx, std::size_t ny, std::size_t nz) {
                    if (is) force += links.stiffness * (at(x, y, z) - at(nx, ny, nz));
                };
                link(x > 0, x - 1, y, z), link(x + 1 < cells[0], x + 1, y, z);
                link(y > 0, x, y - 1, z), link(y + 1 < cells[1], x, y + 1, z);
                link(z > 0, x, y, z - 1), link(z + 1 < cells[2], x, y, z + 1);
                const double push = x == 2 && y == 3 && z == 1 ? 0.25 : 0;
                EXPECT_NEAR(force, push, 1e-6) << x << ", " << y << ", " << z;
                sum += at(x, y, z);
            }
    // Links to neighbours cancel in the sum.
    EXPECT_NEAR(links.ground_stiffness * sum, 0.25, 1e-5);
}

TEST(ScreenVolume, PebblesShowBalls) {
    // ks = 1 and Z = 1: a = E after one step. The stability of six neighbours does not matter without links.
    Volume volume({16, 14, 12}, *screenPreset("pebbles"));
    const std::vector<Mark> marks{{8, 6.5f, 4, 2, 5}, {NAN, 3, 4, 1, 5}, {-1, 13, 3, 1, 11}};
    volume.advance(exec::Exec::cpu(3), std::vector<std::vector<Mark>>{marks}, dome());
    std::size_t i = 0;
    for (int z = 0; z < 12; ++z)
        for (int y = 0; y < 14; ++y)
            for (int x = 0; x < 16; ++x, ++i) {
                double sum = 0;
                for (const Mark& mark : {marks[0], marks[2]}) {
                    const double r2 = (std::pow(x + 0.5 - mark.x, 2) + std::pow(y + 0.5 - mark.y, 2) +
                                       std::pow(z + 0.5 - mark.z, 2)) /
                                      (double(mark.radius) * mark.radius);
                    if (r2 <= 1) sum += mark.push * (1 - r2);
                }
                EXPECT_NEAR(volume.values()[i], sum, 1e-5);
            }
}

TEST(ScreenVolume, AnyNumberOfThreadsGivesTheSameBits) {
    const auto after = [](const exec::Exec& exec) {
        Volume volume({20, 18, 17}, screen_presets[0].links);
        std::vector<std::vector<Mark>> marks(12);
        for (std::size_t k = 0; k < 240; ++k)
            marks[k % 12].push_back({float(k % 19), float(k % 17), 1 + float(k % 5), 0.1f, float(k % 16)});
        volume.advance(exec, marks, dome());
        return std::vector<float>(volume.values().begin(), volume.values().end());
    };
    const std::vector<float> one = after(exec::Exec::serial());
    EXPECT_EQ(one, after(exec::Exec::cpu(2)));
    EXPECT_EQ(one, after(exec::Exec::cpu(5)));
}

TEST(ScreenVolume, AVolumeHasTheBoxOfItsSettings) {
    ScreenSettings screen;
    screen.min = {-1, 0, 2};
    screen.max = {1, 0.5, 2.5};
    screen.cell = 0.25;
    EXPECT_EQ(volumeBox(screen).cells, (Cells{8, 2, 2}));
    screen.cell = 0;
    EXPECT_EQ(volumeBox(screen).cells, (Cells{128, 32, 32}));
    EXPECT_DOUBLE_EQ(volumeBox(screen).cell, 2.0 / 128);
}

/// A camera that looks along y through the middle of a box of 8 x 4 x 6 cells of 0.5 m, with a = 0.3.
struct CloudTest : ::testing::Test {
    std::vector<float> a = std::vector<float>(8 * 4 * 6, 0.3f);
    Cloud cloud{{{0, 0, 0}, 0.5, {8, 4, 6}}, a, a, 0.7, {0, 0, 1}};
    picture::Camera camera{{2, -20, 1.5}, {2, 0, 1.5}, {0, 0, 1}, 0.2};
    ScreenLook look;
    Lighting one = *Lighting::parse("1");

    std::array<float, 4> middle(const Lighting& lighting, std::span<const float> depth = {}) {
        return (*march(exec::Exec::cpu(2), cloud, lighting, look, camera, 21, 21, depth))[10 * 21 + 10];
    }
};

TEST_F(CloudTest, AbsorbsByTheLawOfBeerAndLambert) {
    // 4 phyxels of optical depth 0.7 * 0.3 each along the ray in the middle.
    const double alpha = 1 - std::exp(-4 * 0.7 * 0.3);
    const auto pixel = middle(one);
    EXPECT_NEAR(pixel[3], alpha, 1e-4);
    EXPECT_NEAR(pixel[0], alpha * picture::linearFromSrgb(look.base.r), 1e-4);
    // Something opaque in the middle of the box hides the half behind it.
    const std::vector<float> depth(21 * 21, 21.0f);
    EXPECT_NEAR(middle(one, depth)[3], 1 - std::exp(-2 * 0.7 * 0.3), 1e-4);
    // Beside the box there is nothing.
    EXPECT_EQ((*march(exec::Exec::serial(), cloud, one, look, camera, 21, 21, {}))[0][3], 0);
    look.threshold = 0.5;
    EXPECT_EQ(middle(one)[3], 0) << "outside of the zone of influence";
}

TEST_F(CloudTest, AFormulaWithoutAValueIsAnErrorAtItsPlace) {
    const Lighting lighting = *Lighting::parse("v/v");
    for (const exec::Exec& exec : {exec::Exec::serial(), exec::Exec::cpu(2)}) {
        const auto image = march(exec, cloud, lighting, look, camera, 21, 21, {});
        ASSERT_FALSE(image);
        EXPECT_THAT(image.error().message, testing::HasSubstr("'v/v' has no value at ("));
        EXPECT_THAT(image.error().message, testing::HasSubstr("a = 0.3, dx = 0, dy = 0, v = 0 and s = "));
        EXPECT_EQ(image.error().message,
                  march(exec::Exec::cpu(3), cloud, lighting, look, camera, 21, 21, {}).error().message);
    }
}

TEST_F(CloudTest, SunlightIsAbsorbedOnItsWay) {
    const std::vector<float> sun = sunlight(exec::Exec::serial(), cloud, look);
    // The sun is overhead: from the middle of layer z it passes 5 - z middles of others.
    for (std::size_t z = 0; z < 6; ++z)
        EXPECT_NEAR(sun[(z * 4 + 1) * 8 + 3], std::exp(-0.7 * 0.3 * double(5 - z)), 1e-6) << z;
}

TEST_F(CloudTest, TheFormulaHasTheGradientAlongTheAxesOfThePicture) {
    // a rises by 0.1 a phyxel along x, which is to the right, and falls by 0.02 upwards.
    for (std::size_t i = 0; i < a.size(); ++i)
        a[i] = 0.1f * static_cast<float>(i % 8) - 0.02f * static_cast<float>(i / 32) + 0.5f;
    const auto lit = [&](const char* formula) {
        const auto pixel = middle(*Lighting::parse(formula));
        return pixel[0] / pixel[3] / picture::linearFromSrgb(look.base.r);
    };
    EXPECT_NEAR(lit("dx"), 0.1, 1e-4);
    EXPECT_NEAR(lit("dy"), 0.02, 1e-4);
    EXPECT_NEAR(lit("v + 0.25"), 0.25, 1e-4);
}

TEST_F(CloudTest, LiesOverAPictureInLinearLight) {
    std::vector<std::uint8_t> rgb{255, 128, 0, 10, 20, 30};
    blendOver(rgb, {{0.25f, 0, 0, 0.5f}, {0, 0, 0, 0}});
    const auto byte = [](float linear) { return std::lround(255 * picture::srgbFromLinear(linear)); };
    EXPECT_EQ(rgb[0], byte(0.25f + 0.5f));
    EXPECT_EQ(rgb[1], byte(0.5f * picture::linearFromSrgb(128 / 255.0f)));
    EXPECT_EQ(rgb[2], 0);
    EXPECT_EQ(rgb[3], 10);
}

}  // namespace
}  // namespace talus::picture::engraved

// The engraved screen against closed forms of its two-step scheme: a mode of a grid with free rims is
// cos(m pi (x + 1/2) / width) cos(n pi (y + 1/2) / height), and feels K = ks + ki q and Z = zs + zi q with
// q = 4 sin^2(m pi / (2 width)) + 4 sin^2(n pi / (2 height)).
#include "talus/picture/screen/screen.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gmock/gmock.h>

namespace talus::picture::engraved {
namespace {

using ::testing::HasSubstr;
constexpr double pi = std::numbers::pi;

const ScreenLinks sand = screen_presets[0].links;

Profile dome() { return *Profile::parse(standard_profile); }

struct Mode {
    std::size_t width, height;
    double m, n;

    double at(std::size_t x, std::size_t y) const {
        return std::cos(m * pi * (static_cast<double>(x) + 0.5) / static_cast<double>(width)) *
               std::cos(n * pi * (static_cast<double>(y) + 0.5) / static_cast<double>(height));
    }
    double q() const {
        return 4 * std::pow(std::sin(0.5 * m * pi / static_cast<double>(width)), 2) +
               4 * std::pow(std::sin(0.5 * n * pi / static_cast<double>(height)), 2);
    }
    std::vector<float> values() const {
        std::vector<float> all;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x) all.push_back(static_cast<float>(at(x, y)));
        return all;
    }
    /// The largest difference of a screen from `factor` times the mode.
    double distance(const Screen& screen, double factor) const {
        double largest = 0;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                largest = std::max(largest, std::abs(screen.values()[y * width + x] - factor * at(x, y)));
        return largest;
    }
};

class Modes : public ::testing::TestWithParam<std::pair<double, double>> {};

TEST_P(Modes, DecayAndSwingAtTheExactRates) {
    const Mode mode{13, 18, GetParam().first, GetParam().second};
    constexpr ScreenPreset liquid{"liquid", {0.01, 0.1, 0.001, 0.01}};
    for (const ScreenPreset& preset : {screen_presets[0], screen_presets[1], screen_presets[2], liquid}) {
        const ScreenLinks& links = preset.links;
        Screen screen(mode.width, mode.height, links);
        screen.set(mode.values(), mode.values());
        const double k = links.ground_stiffness + links.stiffness * mode.q();
        const double z = links.ground_damping + links.damping * mode.q();
        // The two roots of s^2 - (2 - K - Z) s + 1 - Z = 0, complex or real; at rest at 1 at first.
        const double half = 0.5 * (2 - k - z), square = half * half - (1 - z);
        const Profile profile = dome();
        for (int step = 1; step <= 300; ++step) {
            screen.step(exec::Exec::serial(), {}, profile);
            double exact = 0;
            if (square < 0) {
                const double decay = std::sqrt(1 - z), w = std::acos(half / decay);
                exact = std::pow(decay, step) *
                        (std::cos(w * step) + (std::cos(w) - decay) / std::sin(w) * std::sin(w * step));
            } else if (square > 1e-12) {
                const double one = half + std::sqrt(square), two = half - std::sqrt(square);
                // c(0) = 1 and c(1) = 1 - K: no velocity, so that only the springs act.
                exact =
                    ((1 - k - two) * std::pow(one, step) - (1 - k - one) * std::pow(two, step)) / (one - two);
            }  // else pebbles: all is forgotten at once
            ASSERT_LT(mode.distance(screen, exact), 3e-5) << preset.name << ", step " << step;
        }
    }
}
INSTANTIATE_TEST_SUITE_P(EngravedScreen, Modes,
                         ::testing::Values(std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(2.0, 3.0),
                                           std::pair(12.0, 17.0)));

/// Solves (ks + ki L) a = e, L the sum of differences to the neighbours, by elimination.
std::vector<double> solveAtRest(std::size_t width, std::size_t height, const ScreenLinks& links,
                                std::vector<double> e) {
    const std::size_t count = width * height;
    std::vector<std::vector<double>> rows(count, std::vector<double>(count));
    const auto link = [&](std::size_t i, std::size_t j) {
        rows[i][i] += links.stiffness, rows[j][j] += links.stiffness;
        rows[i][j] -= links.stiffness, rows[j][i] -= links.stiffness;
    };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t i = y * width + x;
            rows[i][i] += links.ground_stiffness;
            if (x + 1 < width) link(i, i + 1);
            if (y + 1 < height) link(i, i + width);
        }
    for (std::size_t p = 0; p < count; ++p)  // diagonally dominant: no pivots needed
        for (std::size_t i = 0; i < count; ++i) {
            if (i == p) continue;
            const double factor = rows[i][p] / rows[p][p];
            for (std::size_t j = p; j < count; ++j) rows[i][j] -= factor * rows[p][j];
            e[i] -= factor * e[p];
        }
    for (std::size_t p = 0; p < count; ++p) e[p] /= rows[p][p];
    return e;
}

TEST(EngravedScreen, OnePointAtRestGivesTheGreensFunction) {
    constexpr std::size_t width = 9, height = 7;
    for (const auto& [x, y] : {std::pair<std::size_t, std::size_t>{3, 4}, {0, 0}, {8, 2}}) {
        Screen screen(width, height, sand);
        // A mark smaller than a phyxel presses the one below it only, by `push`.
        const Mark mark{static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, 0.4f, 0.25f};
        const Profile profile = dome();
        for (int step = 0; step < 4000; ++step) screen.step(exec::Exec::serial(), {&mark, 1}, profile);
        std::vector<double> e(width * height);
        e[y * width + x] = 0.25;
        const std::vector<double> exact = solveAtRest(width, height, sand, e);
        for (std::size_t i = 0; i < exact.size(); ++i)
            EXPECT_NEAR(screen.values()[i], exact[i], 1e-5 * exact[y * width + x]) << i;
    }
}

/// The energy of the two-step scheme, which it keeps exactly without damping: v^2 / 2 + a(n) K a(n-1) / 2.
double energyOf(const Screen& screen, const ScreenLinks& links) {
    const auto a = screen.values(), b = screen.valuesBefore();
    const std::size_t w = screen.width();
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double v = double(a[i]) - b[i];
        sum += v * v + links.ground_stiffness * a[i] * b[i];
        if ((i + 1) % w != 0) sum += links.stiffness * (double(a[i]) - a[i + 1]) * (double(b[i]) - b[i + 1]);
        if (i + w < a.size()) sum += links.stiffness * (double(a[i]) - a[i + w]) * (double(b[i]) - b[i + w]);
    }
    return 0.5 * sum;
}

/// Numbers without order from -1 to 1.
std::vector<float> rough(std::size_t count) {
    std::vector<float> all(count);
    std::uint32_t state = 1;
    for (float& value : all) {
        state = state * 1664525u + 1013904223u;  // Numerical Recipes, 7.1
        value = static_cast<float>(state >> 8) / static_cast<float>(1 << 23) - 1;
    }
    return all;
}

TEST(EngravedScreen, EnergyIsKeptWithoutDampingAndDoesNotGrowWithIt) {
    const ScreenLinks undamped{0.03, 0.06, 0, 0};
    for (const ScreenLinks& links : {undamped, sand, screen_presets[1].links}) {
        Screen screen(40, 30, links);
        screen.set(rough(1200), rough(1200));
        const double start = energyOf(screen, links);
        const Profile profile = dome();
        for (int step = 0; step < 500; ++step) {
            screen.step(exec::Exec::serial(), {}, profile);
            const double now = energyOf(screen, links);
            ASSERT_LT(now, start * (1 + 1e-4));
            if (links == undamped) ASSERT_GT(now, start * (1 - 1e-4));
        }
        if (!(links == undamped)) EXPECT_LT(energyOf(screen, links), 0.95 * start);
    }
}

TEST(EngravedScreen, TheBoundOfStabilityIsExactAndSaid) {
    const auto largest = [](double ki) {
        const ScreenLinks links{0.1, ki, 0.02, 0.02};
        const Mode shortest{10, 8, 9, 7};
        Screen screen(10, 8, links);
        screen.set(shortest.values(), shortest.values());
        const Profile profile = dome();
        for (int step = 0; step < 3000; ++step) screen.step(exec::Exec::serial(), {}, profile);
        return std::abs(*std::max_element(screen.values().begin(), screen.values().end()));
    };
    // The shortest mode of a 10 x 8 grid has q = 7.75 instead of 8.
    const double q = Mode{10, 8, 9, 7}.q();
    const double bound = (4 - 0.1 - 2 * 0.02 - 2 * 0.02 * q) / q;
    EXPECT_LT(largest(bound - 0.005), 1);
    EXPECT_FALSE(largest(bound + 0.005) < 1000);
    // ks + 8 ki + 2 (zs + 8 zi) = 0.1 + 8 ki + 0.36
    EXPECT_TRUE(checkStability({0.1, 0.442, 0.02, 0.02}, 300).ok());
    const Status refused = checkStability({0.1, 0.443, 0.02, 0.02}, 300);
    ASSERT_FALSE(refused.ok());
    EXPECT_THAT(refused.error().message, HasSubstr("4.004 and must be below 4"));
    EXPECT_THAT(refused.error().message, HasSubstr("more than 300 steps"));
    EXPECT_FALSE(checkStability({0, 0.1, 0, 0}, 300).ok());
    EXPECT_FALSE(checkStability({0.1, -0.1, 0, 0}, 300).ok());
    for (const ScreenPreset& preset : screen_presets)
        EXPECT_TRUE(checkStability(preset.links, screen_rate).ok()) << preset.name;
}

TEST(EngravedScreen, TheLowestRateThatIsSaidIsStable) {
    const ScreenLinks links = screenPreset("pebbles")->atRate(300, 150);
    const Status refused = checkStability(links, 150);
    ASSERT_FALSE(refused.ok());
    // K = (300 / rate)^2 and Z = 300 / rate: below 4 for 300 / rate < sqrt(5) - 1.
    EXPECT_THAT(refused.error().message, HasSubstr("more than 242 steps"));
    EXPECT_TRUE(checkStability(screenPreset("pebbles")->atRate(300, 243), 243).ok());
    EXPECT_FALSE(checkStability(screenPreset("pebbles")->atRate(300, 242), 242).ok());
}

TEST(EngravedScreen, PebblesShowTheProfilesAndForgetThem) {
    Screen screen(40, 40, *screenPreset("pebbles"));
    const std::vector<Mark> marks{{20, 18, 5, 2}, {22.5f, 18.5f, 3, 1}, {-2, 39, 4, 1}, {NAN, 3, 4, 1}};
    const Profile profile = dome();
    screen.step(exec::Exec::serial(), marks, profile);
    for (std::size_t y = 0; y < 40; ++y)
        for (std::size_t x = 0; x < 40; ++x) {
            double sum = 0;
            for (const Mark& mark : marks) {
                const double dx = static_cast<double>(x) + 0.5 - mark.x,
                             dy = static_cast<double>(y) + 0.5 - mark.y;
                const double r2 = (dx * dx + dy * dy) / (double(mark.radius) * mark.radius);
                if (r2 <= 1) sum += mark.push * (1 - r2);
            }
            EXPECT_NEAR(screen.values()[y * 40 + x], sum, 1e-5) << x << ", " << y;
        }
    screen.step(exec::Exec::serial(), {}, profile);
    for (const float value : screen.values()) EXPECT_EQ(value, 0);
}

TEST(EngravedScreen, AMovingMarkIsDrawnOutBehindThePoint) {
    const auto massBehindAndBefore = [](double speed) {
        Screen screen(200, 40, sand);
        const Profile profile = dome();
        double x = 40;
        for (; x < 120; x += speed) {
            const Mark mark{static_cast<float>(x), 20, 4, 0.03f};
            screen.step(exec::Exec::serial(), {&mark, 1}, profile);
        }
        double behind = 0, before = 0;
        for (std::size_t i = 0; i < screen.values().size(); ++i)
            (static_cast<double>(i % 200) < x ? behind : before) += std::abs(screen.values()[i]);
        return std::pair(behind, before);
    };
    const auto [behind, before] = massBehindAndBefore(0.5);
    EXPECT_GT(behind, 2 * before);
}

TEST(EngravedScreen, AnyNumberOfThreadsGivesTheSameBits) {
    std::vector<Mark> marks;
    const std::vector<float> random = rough(3000);
    for (std::size_t i = 0; i + 2 < random.size(); i += 3)
        marks.push_back({60 + 70 * random[i], 50 + 60 * random[i + 1], 6 + 5 * random[i + 2], 0.1f});
    const auto after = [&](const exec::Exec& exec) {
        Screen screen(123, 101, sand);
        const Profile profile = dome();
        for (int step = 0; step < 20; ++step) screen.step(exec, marks, profile);
        return std::vector<float>(screen.values().begin(), screen.values().end());
    };
    const std::vector<float> one = after(exec::Exec::serial());
    EXPECT_EQ(one, after(exec::Exec::cpu(2)));
    EXPECT_EQ(one, after(exec::Exec::cpu(5)));
}

TEST(EngravedScreen, SeveralStepsAtOnceGiveTheSameBits) {
    const std::vector<float> random = rough(600);
    for (const std::size_t height : {5, 32, 63, 64, 65, 101, 161}) {
        Screen one(37, height, sand), many(37, height, sand);
        const std::vector<float> start = rough(37 * height);
        one.set(start, start);
        many.set(start, start);
        std::vector<std::vector<Mark>> marks(21);
        for (std::size_t i = 0; i + 2 < random.size(); i += 3)
            marks[i % 21].push_back({18 + 20 * random[i],
                                     static_cast<float>(height) * std::abs(random[i + 1]),
                                     6 + 5 * random[i + 2], 0.1f});
        const Profile profile = dome();
        for (const std::vector<Mark>& now : marks) one.step(exec::Exec::serial(), now, profile);
        many.advance(exec::Exec::cpu(3), marks, profile);
        EXPECT_TRUE(std::ranges::equal(one.values(), many.values())) << height;
        EXPECT_TRUE(std::ranges::equal(one.valuesBefore(), many.valuesBefore())) << height;
    }
}

TEST(EngravedScreen, AScreenOfOneRowOrOneColumnIsAChain) {
    for (const auto& [w, h] : {std::pair<std::size_t, std::size_t>{1, 1}, {1, 20}, {20, 1}}) {
        Screen screen(w, h, sand);
        const Mark mark{0.5f, 0.5f, 0.4f, 0.25f};
        const Profile profile = dome();
        for (int step = 0; step < 4000; ++step) screen.step(exec::Exec::serial(), {&mark, 1}, profile);
        std::vector<double> e(w * h);
        e[0] = 0.25;
        const std::vector<double> exact = solveAtRest(w, h, sand, e);
        for (std::size_t i = 0; i < exact.size(); ++i) EXPECT_NEAR(screen.values()[i], exact[i], 1e-4) << i;
    }
}

TEST(ScreenProfile, SaysWhatIsWrongWithAFormula) {
    EXPECT_THAT(Profile::parse("1 - s").error().message, HasSubstr("s"));
    EXPECT_THAT(Profile::parse("sqrt(0.5 - r)").error().message, HasSubstr("no value at r = 0.501"));
    EXPECT_THAT(Profile::parse("1 / r").error().message, HasSubstr("no value at r = 0"));
    const auto cone = Profile::parse("1 - r");
    ASSERT_TRUE(cone);
    EXPECT_NEAR((*cone)(0.3f), 0.7, 1e-6);
    EXPECT_EQ((*cone)(1), 0);
}

}  // namespace
}  // namespace talus::picture::engraved

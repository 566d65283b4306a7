// Charts of `talus plot` for continuum sand.
#include "talus/sand/plots.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "talus/core/rng.h"
#include "talus/method/plot.h"
#include "tests/support/continuum_sand.h"

namespace talus::sand {
namespace {

constexpr double cell = 0.02;  // [m]

/// Particles at random in a cone, eight in a cell as mpm has them. @param slope rise over run
std::vector<Vec3d> cone(double height, double slope) {
    const Random random{7, 0};
    const double radius = height / slope, box = 4 * radius * radius * height;
    const auto tries = static_cast<std::uint64_t>(8 * box / (cell * cell * cell));
    std::vector<Vec3d> inside;
    for (std::uint64_t k = 0; k < tries; ++k) {
        const Vec3d p{random.uniform(-radius, radius, k, 0), random.uniform(-radius, radius, k, 1),
                      random.uniform(0, height, k, 2)};
        if (p.z < height - slope * std::hypot(p.x, p.y)) inside.push_back(p);
    }
    return inside;
}

method::PlotResult plot(const std::string& name, const std::vector<Vec3d>& positions,
                        const NumberTable& statistics, std::string& said) {
    const scene::Scene scene = test::sceneOf(test::continuumHead(cell, "") + "solver = \"mpm\"\n" +
                                             test::sandBox("block", {0, 0, 0}, {0.1, 0.1, 0.1}));
    state::PointsView points;
    points.count = positions.size();
    points.position = state::arrayOf("position", std::span<const Vec3d>(positions));
    const method::FrameSets sets{{"sand", state::FrameSet(points)}};
    for (const method::Plot& one : plots())
        if (one.name == name)
            return one.chart(method::PlotInput{scene,
                                               statistics,
                                               0,
                                               sets,
                                               1,
                                               sets,
                                               {},
                                               {},
                                               [&](const std::string& text) { said = text; },
                                               [](const std::string&) {}});
    ADD_FAILURE() << "no plot " << name;
    return std::nullopt;
}

// The surface of random particles is known to the distance of neighbours, half a cell, at both ends of a
// flank of eight cells: 1.5 degrees.
TEST(SandPlots, AHeapHasItsAngle) {
    std::string said;
    const auto chart = plot("sand-heap", cone(12 * cell, std::tan(0.5)), {}, said);
    ASSERT_TRUE(chart.ok() && chart->has_value());
    double angle = 0;
    ASSERT_EQ(std::sscanf(said.c_str(), "angle of repose: %lf deg", &angle), 1) << said;
    EXPECT_NEAR(angle, 0.5 * 180 / std::numbers::pi, 1.5);
}

TEST(SandPlots, ALowHeapIsMeasuredInCells) {
    std::string said;
    (void)plot("sand-heap", cone(2 * cell, std::tan(0.5)), {}, said);
    EXPECT_THAT(said, testing::HasSubstr("cells; at least 3 are needed"));
}

TEST(SandPlots, StatisticsOverTimeAreDrawnWhereTheyAre) {
    const NumberTable statistics{
        {"time [s]", "sand.count", "sand.made", "sand.kinetic [J]", "sand.max_compression",
         "wall.floor.sand.fx [N]", "wall.floor.sand.fy [N]", "wall.floor.sand.fz [N]"},
        {{0, 8, 8, 0, 0, 0, 0, 0}, {1, 9, 9, 2, 0.01, 0, 0, -5}}};
    std::string said;
    for (const char* name : {"sand-energy", "sand-amount", "sand-compression", "sand-loads"}) {
        SCOPED_TRACE(name);
        const auto chart = plot(name, {}, statistics, said);
        ASSERT_TRUE(chart.ok() && chart->has_value());
        EXPECT_THAT((*chart)->series[0].x, testing::ElementsAre(0, 1));
        EXPECT_FALSE(plot(name, {}, {statistics.columns, {}}, said)->has_value());
    }
}

// The solvers on a grid do not compress sand.
TEST(SandPlots, CompressionThatIsAlwaysZeroIsNotDrawn) {
    const NumberTable statistics{{"time [s]", "sand.max_compression"}, {{0, 0}, {1, 0}}};
    std::string said;
    EXPECT_FALSE(plot("sand-compression", {}, statistics, said)->has_value());
}

}  // namespace
}  // namespace talus::sand

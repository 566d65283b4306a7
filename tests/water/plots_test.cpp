// Charts of `talus plot`: what they take from stats.csv, and that they are left out where it has nothing of
// it.
#include "talus/water/plots.h"
#include "talus/method/plot.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/support/water.h"

namespace talus::water {
namespace {

const NumberTable statistics{
    {"time [s]", "water.count", "water.made", "water.sunk", "water.fallen", "water.kinetic [J]",
     "water.compression", "water.density_error", "water.pressure_iterations", "water.drift_iterations",
     "wall.tank.fx [N]", "wall.tank.water.fx [N]", "wall.tank.water.fy [N]", "wall.tank.water.fz [N]",
     "wall.far.water.fx [N]", "wall.far.water.fy [N]", "wall.far.water.fz [N]"},
    {{0, 10, 10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0},
     {1, 12, 14, 2, 0, 5, 0.002, 0.001, 3, 1, 9, 2, 3, -6, 0, 0, 0},
     {2, 11, 14, 2, 1, 4, 0.001, 0.001, 2, 1, 9, 0, 0, -5, 0, 0, 0}}};

struct Told {
    method::PlotResult plotted;
    std::vector<std::string> said;
};

Told plot(const std::string& name, const NumberTable& table) {
    const auto all = plots();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const method::Plot& plot) { return plot.name == name; });
    EXPECT_NE(found, all.end());
    const scene::Scene scene = test::sceneOf(test::waterHead("dfsph", 0.02, "gravity = [0, 0, -9.81]") +
                                             test::boxOf("block", {0, 0, 0}, {0.2, 0.2, 0.2}));
    Told told{std::nullopt, {}};
    told.plotted = found->chart(method::PlotInput{
        scene, table, 0, {}, 2, {}, {}, {}, [&](const std::string& text) { told.said.push_back(text); }, {}});
    return told;
}

TEST(WaterPlots, LoadsAreTheSizeOfTheForceOnEachWallThatFeelsOne) {
    const Told told = plot("water-loads", statistics);
    ASSERT_TRUE(told.plotted.ok() && told.plotted->has_value());
    const auto& series = (*told.plotted)->series;
    ASSERT_EQ(series.size(), 1u) << "nothing pushes on the far wall";
    EXPECT_EQ(series[0].name, "tank");
    EXPECT_THAT(series[0].x, testing::ElementsAre(0, 1, 2));
    EXPECT_THAT(series[0].y, testing::ElementsAre(0, 7, 5));  // 2, 3 and 6 make 7
}

TEST(WaterPlots, MaximumCompressionAndItsTimeAreGiven) {
    const Told told = plot("water-density", statistics);
    ASSERT_TRUE(told.plotted.ok() && told.plotted->has_value());
    EXPECT_THAT(told.said, testing::ElementsAre("water: maximum mean compression 0.2 %, at 1 s"));
}

TEST(WaterPlots, IterationsArePlottedForIterativeSolversOnly) {
    EXPECT_TRUE(plot("water-solver", statistics).plotted->has_value());
    NumberTable none = statistics;
    for (auto& row : none.rows) row[8] = 0;
    EXPECT_FALSE(plot("water-solver", none).plotted->has_value());
}

TEST(WaterPlots, RunWithoutRowsHasNoPlot) {
    NumberTable empty = statistics;
    empty.rows.clear();
    for (const method::Plot& each : plots()) EXPECT_FALSE(plot(each.name, empty).plotted->has_value());
}

}  // namespace
}  // namespace talus::water

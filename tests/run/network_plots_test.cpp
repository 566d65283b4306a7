// Charts of `talus plot`: each finds its columns in the statistics of a run.
#include "talus/network/report/plots.h"

#include <gmock/gmock.h>

#include "talus/method/plot.h"
#include "talus/run/stat_columns.h"
#include "tests/network/networks.h"

namespace talus::network {
namespace {

const std::string massOnAFloor = head("rate = 1000", "[0, 0, -9.81]") + stone_floor + R"(
[[masses]]
name = "ball"
positions = [[0, 0, 0.09]]
[[link]]
name = "touch"
between = ["ball", "floor"]
length = 0.1
stiffness = 1000
)";

/// The statistics of a simulation now and after a tenth of a second.
NumberTable statisticsOf(scene::Simulation& simulation) {
    const auto columns = run::statColumns(simulation);
    NumberTable table{{"time [s]"}, {}};
    for (const std::string& name : run::resultNames(columns)) table.columns.push_back(name);
    for (const double time : {0.0, 0.1}) {
        test::runTo(simulation, time);
        table.rows.push_back({time});
        for (const method::Cell& cell :
             run::resultsOf(columns, run::resultNames(columns), simulation.exec(), simulation.world()))
            table.rows.back().push_back(std::get<double>(cell));
    }
    return table;
}

TEST(NetworkPlots, EachHasAChart) {
    auto simulation = test::simulationOf(massOnAFloor);
    const NumberTable table = statisticsOf(simulation);
    const NumberTable empty{table.columns, {}};
    for (const method::Plot& plot : plots()) {
        SCOPED_TRACE(plot.name);
        const auto chartOf = [&](const NumberTable& statistics) {
            return plot.chart(
                method::PlotInput{simulation.scene(), statistics, 0, {}, 1, {}, {}, {}, {}, {}});
        };
        const auto chart = chartOf(table);
        ASSERT_TRUE(chart.ok() && chart->has_value());
        for (const auto& series : (*chart)->series) EXPECT_THAT(series.x, testing::ElementsAre(0, 0.1));
        EXPECT_FALSE(chartOf(empty)->has_value());
    }
}

// Motion, gravity and springs are columns of the network, and the floor is the wall on which it acts.
TEST(NetworkPlots, EnergyHasItsThreePartsAndLoadsTheirWalls) {
    auto simulation = test::simulationOf(massOnAFloor);
    const NumberTable table = statisticsOf(simulation);
    const auto all = plots();
    const auto seriesOf = [&](std::size_t k) {
        return (*all[k].chart(method::PlotInput{simulation.scene(), table, 0, {}, 1, {}, {}, {}, {}, {}}))
            ->series;
    };
    EXPECT_EQ(seriesOf(0).size(), 3u);
    ASSERT_EQ(seriesOf(all.size() - 1).size(), 1u);
    EXPECT_EQ(seriesOf(all.size() - 1)[0].name, "floor");
}

}  // namespace
}  // namespace talus::network

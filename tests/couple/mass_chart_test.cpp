#include "talus/couple/granular/plot/mass_chart.h"

namespace talus::couple::granular {
namespace {

TEST(MassChart, ShowsWhereTheMassIs) {
    const NumberTable stats{{"time [s]", "mass [kg]", "ground.stored_mass [kg]", "sink.a.count",
                             "sink.a.mass [kg]", "sink.b.mass [kg]"},
                            {{0, 5, 0, 0, 0, 0}, {1, 3, 1, 7, 0.5, 0.5}}};
    const auto mass = massChart(stats);
    ASSERT_TRUE(mass);
    ASSERT_EQ(mass->series.size(), 4u);
    EXPECT_EQ(mass->series[2].y, (std::vector<double>{0, 1}));
    EXPECT_EQ(mass->series[3].y, (std::vector<double>{5, 5}));
    const NumberTable grains{{"time [s]", "mass [kg]"}, {{0, 5}}};
    EXPECT_FALSE(massChart(grains));
}

}  // namespace
}  // namespace talus::couple::granular

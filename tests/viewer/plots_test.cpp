#include "viewer/plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "viewer/viewer.h"

namespace talus::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const NumberTable table{{"time [s]", "frame", "kinetic [J]", "wall.floor.fz [N]"},
                        {{0, 0, 0.5, -1}, {0.04, 1, 0.25, -2}}};

TEST(Plots, ColumnsKeepTheirColours) {
    Plots plots;
    ASSERT_TRUE(plots.choose(table, "kinetic", true));
    ASSERT_TRUE(plots.choose(table, "frame", {}));
    ASSERT_TRUE(plots.choose(table, "kinetic [J]", {})) << "with its unit, and off again";
    ASSERT_EQ(plots.chosen().size(), 1u);
    EXPECT_EQ(plots.chosen()[0].name, "frame");
    EXPECT_EQ(plots.chosen()[0].colour, 1u);
    ASSERT_TRUE(plots.choose(table, "wall.floor.fz", true));
    ASSERT_TRUE(plots.choose(table, "wall.floor.fz", true));
    ASSERT_EQ(plots.chosen().size(), 2u);
    EXPECT_EQ(plots.chosen()[1].colour, 0u) << "a colour that is free again";
    EXPECT_FALSE(plots.isChosen("kinetic [J]"));
}

TEST(Plots, AnUnknownColumnIsAnErrorWithTheNearest) {
    Plots plots;
    const Status misspelt = plots.choose(table, "kinetik", {});
    ASSERT_FALSE(misspelt);
    EXPECT_EQ(misspelt.error().kind, ErrorKind::Input);
    EXPECT_THAT(misspelt.error().message, HasSubstr("nearest are: kinetic,"));
    const Status part = plots.choose(table, "FLOOR", {});
    ASSERT_FALSE(part);
    EXPECT_THAT(part.error().message, HasSubstr("wall.floor.fz"));
    EXPECT_THAT(part.error().message, Not(HasSubstr("kinetic")));
    EXPECT_FALSE(plots.choose(table, "time", {}));
    EXPECT_FALSE(plots.choose({}, "kinetic", {}));
}

TEST(Plots, WritesTimeAndTheChosenColumnsOrAll) {
    Plots plots;
    EXPECT_EQ(plots.asCsv(table).value(),
              "time [s],frame,kinetic [J],wall.floor.fz [N]\n0,0,0.5,-1\n0.04,1,0.25,-2\n");
    ASSERT_TRUE(plots.choose(table, "wall.floor.fz", {}));
    EXPECT_EQ(plots.asCsv(table).value(), "time [s],wall.floor.fz [N]\n0,-1\n0.04,-2\n");
    const NumberTable other{{"time [s]", "mass [kg]"}, {{0, 1}}};
    EXPECT_FALSE(plots.asCsv(other));
}

TEST(Plots, UnitsOfColumns) {
    EXPECT_EQ(unitOf("kinetic [J]"), "J");
    EXPECT_EQ(withoutUnit("kinetic [J]"), "kinetic");
    EXPECT_EQ(unitOf("grains"), "");
    EXPECT_EQ(withoutUnit("grains"), "grains");
    EXPECT_EQ(unitOf(""), "");
    EXPECT_EQ(unitOf("]"), "");
}

TEST(Plots, CommandsNeedAnOpenRun) {
    Viewer viewer({});
    EXPECT_FALSE(viewer.execute("plot kinetic"));
    EXPECT_FALSE(viewer.execute("export-plot a.csv"));
    EXPECT_THAT(viewer.messages().back(), HasSubstr("nothing is open"));
}

}  // namespace
}  // namespace talus::viewer

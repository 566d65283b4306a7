#include "talus/picture/colour_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "talus/picture/appearance.h"

namespace talus::picture {
namespace {

TEST(ColourScale, ALogarithmicScaleHasWholeDecadesAndColoursByPowers) {
    const std::vector<double> values{0.02, 0.1, 1, 30};
    const Legend legend = legendOf("speed", "m/s", values, {.logarithmic = true}, 1);
    EXPECT_DOUBLE_EQ(legend.low, 0.01);
    EXPECT_DOUBLE_EQ(legend.high, 100);
    EXPECT_FALSE(legend.missing);
    const auto colours = fieldColours(values, legend);
    EXPECT_EQ(colours[1], colourAt(legend.map, 0.25));
    EXPECT_EQ(colours[2], colourAt(legend.map, 0.5));
}

TEST(ColourScale, ValuesWithoutALogarithmAreMissing) {
    const std::vector<double> values{0, -1, 1, std::numeric_limits<double>::quiet_NaN()};
    const Legend legend = legendOf("x", "", values, {.logarithmic = true});
    EXPECT_TRUE(legend.missing);
    const auto colours = fieldColours(values, legend);
    EXPECT_EQ(colours[0], missing_value_colour);
    EXPECT_EQ(colours[1], missing_value_colour);
    EXPECT_NE(colours[2], missing_value_colour);
    EXPECT_EQ(colours[3], missing_value_colour);
}

TEST(ColourScale, NothingAboveZeroStillHasAScale) {
    const std::vector<double> values{0, -1};
    const Legend legend = legendOf("x", "", values, {.logarithmic = true});
    EXPECT_LT(0, legend.low);
    EXPECT_LT(legend.low, legend.high);
}

TEST(ColourScale, ItsEndsAndItsMapAreThoseThatWereChosen) {
    const std::vector<double> values{1, 2, 3};
    const Legend legend = legendOf("x", "", values, {.low = -5, .high = 10, .map = ColourMap::Plasma});
    EXPECT_EQ(legend.low, -5);
    EXPECT_EQ(legend.high, 10);
    EXPECT_EQ(legend.map, ColourMap::Plasma);
    EXPECT_EQ(legendOf("x", "", values, {.low = 5}).low, 5);
    EXPECT_GT(legendOf("x", "", values, {.low = 5}).high, 5) << "an empty range is opened";
    // A linear range with an end that has no logarithm.
    EXPECT_GT(legendOf("x", "", values, {.low = 0, .logarithmic = true}).low, 0);
}

}  // namespace
}  // namespace talus::picture

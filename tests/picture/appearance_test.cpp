#include "talus/picture/appearance.h"

#include <limits>

#include "talus/picture/ticks.h"

namespace talus::picture {
namespace {

Colour fromHex(unsigned rgb) {
    return {float(rgb >> 16) / 255, float(rgb >> 8 & 255) / 255, float(rgb & 255) / 255};
}

// Ten evenly spaced entries of the published tables (matplotlib, CC0). The polynomials follow them within
// 0.02.
TEST(ColourMaps, FollowThePublishedTables) {
    const std::pair<ColourMap, std::vector<unsigned>> tables[] = {
        {ColourMap::Viridis,
         {0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b,
          0xfde725}},
        {ColourMap::Plasma,
         {0x0d0887, 0x46039f, 0x7201a8, 0x9c179e, 0xbd3786, 0xd8576b, 0xed7953, 0xfb9f3a, 0xfdca26,
          0xf0f921}}};
    for (const auto& [map, table] : tables)
        for (std::size_t i = 0; i < table.size(); ++i) {
            const Colour wanted = fromHex(table[i]), got = colourAt(map, double(i) / 9);
            EXPECT_NEAR(got.r, wanted.r, 0.03) << int(map) << " " << i;
            EXPECT_NEAR(got.g, wanted.g, 0.03) << int(map) << " " << i;
            EXPECT_NEAR(got.b, wanted.b, 0.03) << int(map) << " " << i;
        }
}

TEST(ColourMaps, LightnessRisesAllTheWayInEvenSteps) {
    for (const NamedColourMap& named : colour_maps) {
        const int steps = 64;
        const double whole = lightness(colourAt(named.map, 1)) - lightness(colourAt(named.map, 0));
        EXPECT_GT(whole, 70) << named.name;
        for (int i = 0; i < steps; ++i) {
            const double step = lightness(colourAt(named.map, (i + 1.0) / steps)) -
                                lightness(colourAt(named.map, double(i) / steps));
            EXPECT_GT(step, 0.25 * whole / steps) << named.name << " " << i;
            EXPECT_LT(step, 2.0 * whole / steps) << named.name << " " << i;
        }
    }
}

TEST(ColourMaps, EndsHoldOutsideAndMissingValuesStandOut) {
    EXPECT_EQ(colourAt(ColourMap::Viridis, -3), colourAt(ColourMap::Viridis, 0));
    EXPECT_EQ(colourAt(ColourMap::Viridis, 1e300), colourAt(ColourMap::Viridis, 1));
    EXPECT_EQ(colourAt(ColourMap::Viridis, std::nan("")), missing_value_colour);
}

TEST(GrainColours, DependOnTheIdAloneAndSpreadAroundTheMean) {
    const std::vector<std::uint32_t> ids{7, 1000, 7, 3};
    const auto some = grainColours(sand_colour, ids);
    EXPECT_EQ(some[0], some[2]);
    EXPECT_NE(some[0], some[1]);

    const std::size_t n = 20000;
    const auto many = grainColours(sand_colour, n);
    EXPECT_EQ(many[7], some[0]);
    double mean_lightness = 0, spread = 0;
    for (const Colour& c : many) mean_lightness += lightness(c) / double(n);
    for (const Colour& c : many) spread += std::pow(lightness(c) - mean_lightness, 2) / double(n);
    EXPECT_NEAR(mean_lightness, lightness(sand_colour), 6);
    EXPECT_GT(std::sqrt(spread), 4) << "all grains look alike";
    EXPECT_LT(std::sqrt(spread), 16);
    for (const Colour& c : grainColours(sand_colour, 10, 0)) EXPECT_EQ(c, sand_colour);
}

TEST(Legends, HoldTheValuesWithRoundEnds) {
    const std::vector<double> value{0.13, 0.5, 2.37, std::nan("")};
    const Legend legend = legendFor("speed", "m/s", value, ColourMap::Viridis, 1);
    EXPECT_LE(legend.low, 0.13);
    EXPECT_GE(legend.high, 2.37);
    EXPECT_DOUBLE_EQ(legend.low, 0);
    EXPECT_DOUBLE_EQ(legend.high, 2.5);
    const auto colours = fieldColours(value, legend);
    EXPECT_EQ(colours[1], colourAt(ColourMap::Viridis, 0.2));
    EXPECT_EQ(colours[3], missing_value_colour);
}

TEST(Legends, FewWildValuesDoNotWidenTheRange) {
    std::vector<double> value(1000);
    for (std::size_t i = 0; i < value.size(); ++i) value[i] = double(i) / 1000;
    value[500] = 1e6;
    EXPECT_LT(legendFor("", "", value).high, 1.5);
    EXPECT_GE(legendFor("", "", value, ColourMap::Viridis, 1).high, 1e6);
}

TEST(Legends, EqualAndMissingValuesGiveAUsableRange) {
    for (const auto& value : {std::vector<double>{}, {0, 0}, {3, 3, 3}, {-2}, {std::nan("")}}) {
        const Legend legend = legendFor("", "", value);
        EXPECT_LT(legend.low, legend.high);
        if (!value.empty() && !std::isnan(value[0])) {
            EXPECT_LE(legend.low, value[0]);
            EXPECT_GE(legend.high, value[0]);
        }
    }
}

TEST(NiceTicks, AreRoundAndWithinTheRange) {
    EXPECT_THAT(niceTicks(0, 1, 6).labels, testing::ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
    EXPECT_THAT(niceTicks(-1, 1, 5).labels,
                testing::ElementsAre("\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"));
    EXPECT_THAT(niceTicks(3, 47, 6).labels, testing::ElementsAre("10", "20", "30", "40"));
    const Ticks small = niceTicks(0, 3.1e-4, 6);
    EXPECT_EQ(small.exponent, -6);
    EXPECT_THAT(small.labels, testing::ElementsAre("0", "100", "200", "300"));
    EXPECT_EQ(powerOfTen(-6), "×10⁻⁶");
    EXPECT_EQ(niceTicks(0, 2e7, 5).exponent, 6);
}

TEST(NiceTicks, AnyRangeGivesAFewTicks) {
    for (int e = -12; e <= 12; ++e)
        for (double width = 1; width < 10; width += 0.37) {
            const double low = -0.3 * std::pow(10, e), high = low + width * std::pow(10, e);
            const Ticks ticks = niceTicks(low, high, 7);
            EXPECT_GE(ticks.values.size(), 2u) << low << " " << high;
            EXPECT_LE(ticks.values.size(), 7u) << low << " " << high;
            EXPECT_GE(ticks.values.front(), low - 1e-9 * (high - low));
            EXPECT_LE(ticks.values.back(), high + 1e-9 * (high - low));
        }
}

}  // namespace
}  // namespace talus::picture

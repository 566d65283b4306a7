#include "talus/render/chart/chart.h"

#include "talus/render/chart/chart_scale.h"
#include "talus/render/chart/map_image.h"

namespace talus::render {
namespace {

using namespace picture;  // what is drawn

constexpr Colour pure_red{1, 0, 0};

Chart lineChart(std::vector<double> x, std::vector<double> y) {
    Chart chart;
    chart.x.name = "time";
    chart.y.name = "height";
    chart.series = {{"", std::move(x), std::move(y), Series::Style::Line, pure_red}};
    return chart;
}

bool isRed(const std::uint8_t* p) { return p[0] > 200 && p[1] < 110 && p[2] < 110; }

struct Mark {
    int count = 0, left = 1 << 20, right = -1, top = 1 << 20, bottom = -1;
};
Mark redMark(const io::Image& image) {
    Mark mark;
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
            if (isRed(image.pixel(x, y))) {
                ++mark.count;
                mark.left = std::min(mark.left, x);
                mark.right = std::max(mark.right, x);
                mark.top = std::min(mark.top, y);
                mark.bottom = std::max(mark.bottom, y);
            }
    return mark;
}

TEST(Chart, LineRunsFromCornerToCornerOfItsFrame) {
    const auto image = drawChart(lineChart({0, 1}, {0, 1}), 600, 400);
    ASSERT_TRUE(image.ok()) << image.error().message;
    const Mark mark = redMark(*image);
    EXPECT_GT(mark.right - mark.left, 400);
    EXPECT_GT(mark.bottom - mark.top, 250);
    // A rising line: at its left end it is low (large y), at its right end high.
    for (int y = 0; y < image->height; ++y) {
        if (isRed(image->pixel(mark.left + 5, y))) {
            EXPECT_GT(y, 300);
        }
        if (isRed(image->pixel(mark.right - 5, y))) {
            EXPECT_LT(y, 100);
        }
    }
}

TEST(Chart, SameChartGivesSameBytes) {
    const Chart chart = lineChart({0, 1, 2}, {0, 5, 2});
    EXPECT_EQ(*drawChart(chart), *drawChart(chart));
}

TEST(Chart, MissingValuesBreakTheLine) {
    const double nan = std::nan("");
    const Mark whole = redMark(*drawChart(lineChart({0, 1, 2, 3, 4}, {1, 1, 1, 1, 1}), 600, 400));
    const Mark broken = redMark(*drawChart(lineChart({0, 1, 2, 3, 4}, {1, 1, nan, 1, 1}), 600, 400));
    EXPECT_EQ(broken.left, whole.left);
    EXPECT_EQ(broken.right, whole.right);
    EXPECT_NEAR(double(broken.count) / whole.count, 0.5, 0.02);
}

// Equal scales: a unit square of points is as wide as it is high. Tolerance: two pixels of rounding.
TEST(Chart, EqualScaleKeepsShapes) {
    Chart chart = lineChart({0, 1, 1, 0}, {0, 0, 1, 1});
    chart.series[0].style = Series::Style::Points;
    chart.equal_scale = true;
    const Mark mark = redMark(*drawChart(chart, 900, 400));
    EXPECT_NEAR(mark.right - mark.left, mark.bottom - mark.top, 2);
}

TEST(Chart, KeyAvoidsTheData) {
    // Two runs of points fill all but the lower right.
    Chart chart = lineChart({}, {});
    chart.series[0].style = Series::Style::Points;
    for (int i = 0; i < 2000; ++i) {
        const double x = (i % 50) / 49.0, y = double(i / 50) / 39;
        if (x > 0.6 && y < 0.45) continue;
        chart.series[0].x.push_back(x);
        chart.series[0].y.push_back(y);
    }
    const Mark without = redMark(*drawChart(chart, 900, 600));
    chart.series.push_back({"a key entry", {0}, {0}, Series::Style::Points, Colour{0, 0, 1}});
    const Mark with = redMark(*drawChart(chart, 900, 600));
    EXPECT_GT(with.count, 0.99 * without.count);
}

TEST(Chart, OddDataIsDrawnAndBadDataRefused) {
    EXPECT_TRUE(drawChart(lineChart({3}, {0})).ok()) << "one point";
    EXPECT_TRUE(drawChart(lineChart({0, 1}, {7, 7})).ok()) << "a level line";
    EXPECT_TRUE(drawChart(lineChart({0, 1e-300, 1e300}, {-1e300, 0, 1e300})).ok()) << "a huge range";
    Chart zoomed = lineChart({0, 1}, {-1e30, 1e30});
    zoomed.y.low = 0;
    zoomed.y.high = 1e-30;
    EXPECT_TRUE(drawChart(zoomed).ok()) << "a line far beyond the frame";

    const auto refused = [](const Chart& chart, const char* words, int width = 800, int height = 600) {
        const auto image = drawChart(chart, width, height);
        ASSERT_FALSE(image.ok()) << words;
        EXPECT_EQ(image.error().kind, ErrorKind::Input);
        EXPECT_THAT(image.error().message, testing::HasSubstr(words));
    };
    refused(lineChart({}, {}), "nothing to show on the axis 'time'");
    refused(lineChart({std::nan("")}, {1}), "nothing to show");
    refused(lineChart({1, 2}, {1}), "2 x values but 1 y values");
    refused(lineChart({1, 2}, {1, 2}), "each side", 0, 600);
    refused(lineChart({1, 2}, {1, 2}), "each side", 1000000, 600);
    Chart chart = lineChart({1, 2}, {-1, -2});
    chart.y.logarithmic = true;
    refused(chart, "needs values > 0");
    chart = lineChart({1, 2}, {1, 2});
    chart.x.low = 5;
    refused(chart, "low below high");
}

TEST(ChartScale, LogarithmicPlacesDecadesEvenly) {
    Axis axis{"energy", "J"};
    axis.logarithmic = true;
    const auto scale = scaleFor(axis, {0.002, 3, 0});
    ASSERT_TRUE(scale.ok());
    EXPECT_DOUBLE_EQ(scale->fraction(1e-3), 0);
    EXPECT_DOUBLE_EQ(scale->fraction(10), 1);
    EXPECT_DOUBLE_EQ(scale->fraction(0.1), 0.5);
    EXPECT_FALSE(scale->contains(0));
    EXPECT_THAT(scale->ticks(8).labels, testing::ElementsAre("10⁻³", "10⁻²", "10⁻¹", "1", "10"));
}

TEST(ChartScale, TitleNamesUnitAndPower) {
    EXPECT_EQ(axisTitle({"energy", "J"}, -3), "energy  [×10⁻³ J]");
    EXPECT_EQ(axisTitle({"energy", "J"}, 0), "energy  [J]");
    EXPECT_EQ(axisTitle({"count", ""}, 0), "count");
}

/// Two rows of three: below zero in the lower left, above it in the upper right.
Chart mapChart() {
    Chart chart;
    chart.map = Map{.name = "change",
                    .unit = "m",
                    .left = 0,
                    .low = 0,
                    .spacing = 1,
                    .columns = 3,
                    .values = {-2, 0, 0, 0, 0, 2},
                    .heights = {}};
    chart.equal_scale = true;
    return chart;
}

TEST(Chart, MapIsRedBelowZeroAndBlueAboveIt) {
    const MapImage drawn = imageOf(*mapChart().map);
    EXPECT_EQ(drawn.max_value, 2);
    const std::uint8_t* low = drawn.image.pixel(0, 1);
    const std::uint8_t* high = drawn.image.pixel(2, 0);
    const std::uint8_t* none = drawn.image.pixel(1, 0);
    EXPECT_GT(low[0], 2 * low[2]);
    EXPECT_GT(high[2], 2 * high[0]);
    EXPECT_EQ(none[0], none[2]);
    const auto image = drawChart(mapChart(), 600, 400);
    ASSERT_TRUE(image) << image.error().message;
}

// Light comes from the upper left: a slope that faces it is brighter than one that looks away.
TEST(Chart, ReliefIsLitFromTheNorthWest) {
    Map map = *mapChart().map;
    map.values.assign(6, 0);
    map.heights = {0, 0.4, 0.8, 0, 0.4, 0.8};  // rises to the east
    const auto light = [](const Map& of) { return int{imageOf(of).image.pixel(1, 0)[1]}; };
    const int faces = light(map);
    map.heights = {0.8, 0.4, 0, 0.8, 0.4, 0};
    const int away = light(map);
    map.heights = {};
    EXPECT_GT(faces, light(map));
    EXPECT_LT(away, light(map));
}

TEST(Chart, MapsThatAreNotWholeAreRefused) {
    Chart chart = mapChart();
    chart.map->values.pop_back();
    EXPECT_EQ(drawChart(chart).error().kind, ErrorKind::Input);
    chart = mapChart();
    chart.map->heights = {1, 2};
    EXPECT_EQ(drawChart(chart).error().kind, ErrorKind::Input);
}

}  // namespace
}  // namespace talus::render

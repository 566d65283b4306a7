#include "viewer/plot_picture.h"

#include <algorithm>
#include <cmath>

#include "talus/render/chart/chart.h"

namespace talus::viewer {
namespace {

/// Adds a column to the chart of its unit.
void addCurve(std::vector<picture::Chart>& charts, const NumberTable& table, int column,
              const std::string& title) {
    const int time = table.find(time_name);
    if (time < 0 || column < 0 || column == time) return;
    const std::string& name = table.columns[static_cast<std::size_t>(column)];
    picture::Series series{withoutUnit(name), table.values(time), table.values(column)};
    if (std::none_of(series.y.begin(), series.y.end(), [](double value) { return std::isfinite(value); }))
        return;
    const std::string unit = unitOf(name);
    auto chart = std::find_if(charts.begin(), charts.end(),
                              [&](const picture::Chart& other) { return other.y.unit == unit; });
    if (chart == charts.end()) {
        picture::Chart made;
        made.title = charts.empty() ? title : "";
        made.x = {"time", "s"};
        made.y.unit = unit;
        chart = charts.insert(charts.end(), std::move(made));
    }
    chart->series.push_back(std::move(series));
}

}  // namespace

Result<io::Image> drawPlots(const std::string& title, const NumberTable& table,
                            std::span<const PlottedColumn> chosen, const NumberTable* more) {
    if (chosen.empty() && more == nullptr)
        return Error{ErrorKind::Input, "no column is chosen; plot COLUMN chooses one"};
    std::vector<picture::Chart> charts;
    for (const PlottedColumn& column : chosen) addCurve(charts, table, table.find(column.name), title);
    if (more != nullptr)
        for (std::size_t c = 0; c < more->columns.size(); ++c)
            addCurve(charts, *more, static_cast<int>(c), title);
    if (charts.empty())
        return Error{ErrorKind::Input, "the chosen columns have no values yet; they come with the frames"};
    constexpr int width = 1200, height = 600, most = 12;  // most: io::largest_image_side is not reached
    if (charts.size() > most)
        return Error{ErrorKind::Input, "a picture has at most 12 charts; choose columns of fewer units"};
    io::Image all(width, height * static_cast<int>(charts.size()));
    std::size_t at = 0;
    for (picture::Chart& chart : charts) {
        if (chart.series.size() == 1) chart.y.name = chart.series.front().name;
        const auto image = render::drawChart(chart, width, height);
        if (!image) return image.error();
        std::copy(image->rgb.begin(), image->rgb.end(), all.rgb.begin() + static_cast<std::ptrdiff_t>(at));
        at += image->rgb.size();
    }
    return all;
}

}  // namespace talus::viewer

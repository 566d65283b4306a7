#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "talus/core/number_table.h"
#include "talus/method/drawing.h"
#include "talus/method/scene.h"
#include "talus/picture/chart.h"

namespace talus::method {

/// The data of a run from which charts are made, as read from its files.
struct PlotInput {
    const Scene& scene;
    const NumberTable& statistics;                   ///< stats.csv
    std::uint64_t first_frame;                       ///< number of the first frame
    const FrameSets& first;                          ///< sets of the first frame
    std::uint64_t frame;                             ///< number of the frame that is measured
    const FrameSets& sets;                           ///< sets of that frame
    std::optional<std::array<double, 2>> axis;       ///< --axis: x and y of the axis to measure around [m]
    std::optional<std::array<double, 4>> line;       ///< --line: x0, y0, x1, y1 of a section [m]
    std::function<void(const std::string&)> say{};   ///< reports a measured number
    std::function<void(const std::string&)> note{};  ///< reports why a number is not reliable

    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};

/// The result of a plot: a chart, std::nullopt where the run has no data for it, or an Error (Input).
struct PlotResult : Result<std::optional<picture::Chart>> {
    using Result<std::optional<picture::Chart>>::Result;
    PlotResult(std::nullopt_t) : Result(std::optional<picture::Chart>()) {}
    PlotResult(picture::Chart chart) : Result(std::optional(std::move(chart))) {}
};

/// A chart of columns of the statistics over time. @param columns of stats.csv, each with its name in the
/// legend; columns that the run does not have are left out. Nothing where it has none of them.
std::optional<picture::Chart> overTime(const NumberTable& statistics, std::string title, picture::Axis y,
                                       const std::vector<std::pair<std::string, std::string>>& columns);

}  // namespace talus::method

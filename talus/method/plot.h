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

/// A run that is looked at, as its files have it.
struct Plotting {
    const Scene& scene;
    const NumberTable& statistics;  ///< stats.csv
    std::uint64_t first_frame;      ///< the first that there is
    const FrameSets& first;
    std::uint64_t frame;  ///< the one that is measured
    const FrameSets& sets;
    std::optional<std::array<double, 2>> axis;       ///< --axis: x and y of what is measured around [m]
    std::optional<std::array<double, 4>> line;       ///< --line: x0, y0, x1, y1 of a section [m]
    std::function<void(const std::string&)> say{};   ///< tells a measured number
    std::function<void(const std::string&)> note{};  ///< tells why one is not to be relied on

    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};

/// What a plot comes to: a chart, nothing (std::nullopt) where the run has nothing of it, or an Error
/// (Input).
struct Plotted : Result<std::optional<picture::Chart>> {
    using Result<std::optional<picture::Chart>>::Result;
    Plotted(std::nullopt_t) : Result(std::optional<picture::Chart>()) {}
    Plotted(picture::Chart chart) : Result(std::optional(std::move(chart))) {}
};

/// Columns of the statistics over time, each with its name in the key; those that the run has not are left
/// out, and nothing is left without any.
std::optional<picture::Chart> overTime(const NumberTable& statistics, std::string title, picture::Axis y,
                                       const std::vector<std::pair<std::string, std::string>>& columns);

}  // namespace talus::method

#pragma once
#include <array>
#include <functional>
#include <optional>

#include "talus/method/plot.h"
#include "talus/run/folder.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// Options of the charts of a run.
struct PlotOptions {
    std::vector<std::string> only;              ///< names of charts; empty: all
    std::optional<std::uint64_t> frame;         ///< frame to measure; empty: the last
    std::optional<std::array<double, 2>> axis;  ///< as in method::PlotInput
    std::optional<std::array<double, 4>> line;
    std::function<void(const std::string&)> say{};   ///< gets measured numbers and the paths of charts
    std::function<void(const std::string&)> note{};  ///< gets warnings about numbers that are not reliable
};

/// The charts of a run: of its probes, and those that the methods of its scene declare. Errors as readCsv.
Result<std::vector<method::Plot>> plotsOf(const scene::Scene& scene, const Path& run);

/// Draws the charts that the run has data for into DIR/plots. Errors: Input, such as for an unknown chart or
/// frame; Storage.
Status plotRun(const scene::Scene& scene, const Path& run, const PlotOptions& options);

}  // namespace talus::run

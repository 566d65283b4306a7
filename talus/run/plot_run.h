#pragma once
#include <array>
#include <functional>
#include <optional>

#include "talus/method/plot.h"
#include "talus/run/folder.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// What is to be plotted of a run, and how.
struct PlotOptions {
    std::vector<std::string> only;              ///< names; none: all that the scene has
    std::optional<std::uint64_t> frame;         ///< the one that is measured; absent: the last
    std::optional<std::array<double, 2>> axis;  ///< as in method::Plotting
    std::optional<std::array<double, 4>> line;
    std::function<void(const std::string&)> say{};   ///< hears measured numbers and the paths of charts
    std::function<void(const std::string&)> note{};  ///< hears why a number is not to be relied on
};

/// Charts of a run: what its probes measured, and what the methods of its scene declare. Errors as readCsv.
Result<std::vector<method::Plot>> plotsOf(const scene::Scene& scene, const Path& run);

/// Draws them into DIR/plots, those of which the run has something. Errors: Input, as where there is no such
/// plot or frame; Storage.
Status plotRun(const scene::Scene& scene, const Path& run, const PlotOptions& options);

}  // namespace talus::run

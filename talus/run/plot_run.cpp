#include "talus/run/plot_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/io/csv.h"
#include "talus/method/plot.h"
#include "talus/render/chart/chart.h"
#include "talus/run/frames.h"
#include "talus/run/probes/read_probes.h"

namespace talus::run {
namespace {

/// A plot that does not depend on the frame.
method::Plot made(std::string name, picture::Chart chart) {
    return {std::move(name), "what the probe measured",
            [chart = std::move(chart)](const method::PlotInput&) { return method::PlotResult(chart); }};
}

Result<std::vector<method::Plot>> chosen(std::vector<method::Plot> plots,
                                         const std::vector<std::string>& only) {
    std::string names;
    for (const method::Plot& plot : plots) names += (names.empty() ? "" : ", ") + plot.name;
    for (const std::string& name : only)
        if (std::none_of(plots.begin(), plots.end(), [&](const auto& plot) { return plot.name == name; }))
            return Error{ErrorKind::Input,
                         names.empty() ? fmt::format("the run has no plot '{}'; it has no plots at all", name)
                                       : fmt::format("the run has no plot '{}'; there are: {}", name, names)};
    if (!only.empty())
        std::erase_if(plots, [&](const method::Plot& plot) {
            return std::find(only.begin(), only.end(), plot.name) == only.end();
        });
    return plots;
}

/// The frame to measure; null where it does not exist.
const FrameFile* frameIn(const std::vector<FrameFile>& frames, std::optional<std::uint64_t> number) {
    if (!number) return frames.empty() ? nullptr : &frames.back();
    for (const FrameFile& file : frames)
        if (file.frame == *number) return &file;
    return nullptr;
}

}  // namespace

Result<std::vector<method::Plot>> plotsOf(const scene::Scene& scene, const Path& run) {
    std::vector<method::Plot> plots;
    for (const std::string& probe : listProbes(run)) {
        const auto table = io::readCsv(probeFile(run, probe));
        if (!table) return table.error();
        for (auto& [end, chart] : probeCharts(probe, *table))
            plots.push_back(made(fmt::format("probe-{}{}", probe, end), std::move(chart)));
    }
    for (const method::Method* method : scene.used())
        plots.insert(plots.end(), method->plots.begin(), method->plots.end());
    return plots;
}

Status plotRun(const scene::Scene& scene, const Path& run, const PlotOptions& options) {
    auto all = plotsOf(scene, run);
    if (!all) return all.error();
    const auto plots = chosen(std::move(*all), options.only);
    if (!plots) return plots.error();
    const auto files = listFrames(run);
    const FrameFile* file = frameIn(files, options.frame);
    if (file == nullptr)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' has no such frame; see: talus info {}", run.string(), run.string())};
    const auto shown = readFrame(*file), first = readFrame(files.front());
    for (const auto* frame : {&shown, &first})
        if (!*frame) return frame->error();
    const auto statistics = io::readCsv(layout::stats(run));
    if (!statistics) return statistics.error();
    const ConfinedPath folder = layout::plots(run);
    if (Status status = io::createFolder(folder); !status) return status.error();
    std::size_t reported = 0;
    const auto say = [&](const std::string& text) {
        ++reported;
        if (options.say) options.say(text);
    };
    const auto note = [&](const std::string& text) {
        if (options.note) options.note(text);
    };
    const method::PlotInput plotting{scene,       *statistics,  files.front().frame, first->sets, file->frame,
                                     shown->sets, options.axis, options.line,        say,         note};
    for (const method::Plot& plot : *plots) {
        const auto chart = plot.chart(plotting);
        if (!chart) return chart.error();
        if (!chart->has_value()) continue;
        const auto image = render::drawChart(**chart);
        if (!image) return image.error();
        const ConfinedPath path = folder / fmt::format("{}.png", plot.name);
        if (Status status = io::writePng(path, *image); !status) return status;
        say(path.string());
    }
    if (reported == 0) note(fmt::format("there is nothing to measure in frame {}", file->frame));
    return success();
}

}  // namespace talus::run

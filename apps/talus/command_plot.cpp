#include <memory>

#include <fmt/format.h>

#include "report.h"
#include "run_commands.h"
#include "talus/run/frames.h"
#include "talus/run/plot.h"

namespace talus::cli {
namespace {

struct PlotArguments {
    std::string folder;
    std::optional<std::uint64_t> frame;
    std::vector<double> axis;
};

Status writeChart(const run::Path& path, const render::Chart& chart) {
    const auto image = render::drawChart(chart);
    if (!image) return image.error();
    if (Status status = io::writePng(path, *image); !status) return status;
    fmt::print("{}\n", path.string());
    return success();
}

Result<run::Repose> measure(const run::FrameFile& file, const std::vector<double>& axis) {
    const auto points = io::readVtp(file.path);
    if (!points) return points.error();
    const io::PointsView view = points->view();
    const io::ArrayView* radius = view.find("radius");
    if (radius == nullptr)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' has no field 'radius'; add it to output.fields of the scene and "
                                 "run again",
                                 file.path.string())};
    std::vector<Vec3d> positions(view.count);
    std::vector<double> radii(view.count);
    for (std::size_t i = 0; i < view.count; ++i) {
        positions[i] = view.at(i);
        radii[i] = radius->value(i);
    }
    std::optional<Vec3d> at;
    if (axis.size() == 2) at = Vec3d{axis[0], axis[1], 0};
    return run::measureRepose(positions, radii, at);
}

int plot(const PlotArguments& arguments) {
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    const auto frames = run::listFrames(arguments.folder);
    const run::FrameFile* file = frames.empty() ? nullptr : &frames.back();
    if (arguments.frame) {
        file = nullptr;
        for (const run::FrameFile& f : frames)
            if (f.frame == *arguments.frame) file = &f;
    }
    if (file == nullptr)
        return fail(ErrorKind::Input, fmt::format("'{}' has no such frame; see: talus info {}",
                                                  arguments.folder, arguments.folder));
    const auto repose = measure(*file, arguments.axis);
    if (!repose) return fail(repose.error());
    fmt::print("{}\n", run::describe(*repose));
    const auto stats = io::readCsv(run::layout::stats(arguments.folder));
    if (!stats) return fail(stats.error());
    const run::Path folder = run::layout::plots(arguments.folder);
    if (Status status = io::createFolder(folder); !status) return fail(status.error());
    if (!repose->distance.empty())
        if (Status status = writeChart(folder / "heap-profile.png", run::heapChart(*repose)); !status)
            return fail(status.error());
    const std::pair<const char*, Result<render::Chart>> charts[] = {
        {"energy.png", run::energyChart(*stats)}, {"contacts.png", run::contactChart(*stats)}};
    for (const auto& [name, chart] : charts) {
        if (!chart) return fail(chart.error());
        if (Status status = writeChart(folder / name, *chart); !status) return fail(status.error());
    }
    return 0;
}

}  // namespace

void addPlot(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<PlotArguments>();
    CLI::App* command =
        app.add_subcommand("plot", "Measure a heap's angle of repose and draw charts of a run (DIR/plots)");
    command->add_option("DIR", arguments->folder, "Run folder")->required();
    command->add_option("--frame", arguments->frame, "Frame whose heap is measured (default: the last)");
    command
        ->add_option("--axis", arguments->axis,
                     "x and y of the heap's axis [m] (default: its centre of mass)")
        ->expected(2);
    command->callback([arguments, &exit_code] { exit_code = plot(*arguments); });
}

}  // namespace talus::cli

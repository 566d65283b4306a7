#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include "report.h"
#include "run_commands.h"
#include "talus/render/chart/chart.h"
#include "talus/run/export_ground.h"
#include "talus/run/frames.h"
#include "talus/run/measure/ground_profile.h"
#include "talus/run/measure/plot.h"
#include "talus/run/probes/read_probes.h"
#include "validators.h"

namespace talus::cli {
namespace {

struct PlotArguments {
    std::string folder;
    std::optional<std::uint64_t> frame;
    std::vector<double> axis;
    std::vector<double> line;
};

Status writeChart(const io::ConfinedPath& path, const picture::Chart& chart) {
    const auto image = render::drawChart(chart);
    if (!image) return image.error();
    if (Status status = io::writePng(path, *image); !status) return status;
    fmt::print("{}\n", path.string());
    return success();
}

/// @param ground of the same frame, or null
Result<run::Repose> measure(const run::FrameFile& file, const state::PointsView& view,
                            const state::Columns* ground, const std::vector<double>& axis) {
    const state::ArrayView* radius = view.find("radius");
    if (radius == nullptr)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' has no field 'radius'; add it to output.fields of the scene and "
                                 "run again",
                                 file.points.at("grains").string())};
    std::vector<Vec3d> positions(view.count);
    std::vector<double> radii(view.count);
    for (std::size_t i = 0; i < view.count; ++i) {
        positions[i] = view.at(i);
        radii[i] = radius->value(i);
    }
    std::optional<Vec3d> at;
    if (axis.size() == 2) at = Vec3d{axis[0], axis[1], 0};
    if (!ground) return run::measureRepose(positions, radii, at);
    const auto heights = state::columnValues(ground->view(), "height");
    if (!heights) return heights.error();
    return run::measureRepose(positions, radii, at, [&](double x, double y) {
        const auto under = geometry::surfaceAt(ground->grid, heights->view(), x, y);
        return under ? under->height : -std::numeric_limits<double>::infinity();
    });
}

/// Whether the ground of a run was level before its first step: what rises from it is a heap.
Result<bool> beginsLevel(const run::FrameFile& first) {
    const auto frame = run::readFrame(first);
    if (!frame) return frame.error();
    const state::Columns* ground = frame->findColumns("ground");
    if (ground == nullptr) return true;
    const auto heights = state::columnValues(ground->view(), "height");
    if (!heights) return heights.error();
    const auto all = heights->view();
    return std::all_of(all.begin(), all.end(), [&](double height) { return height == all[0]; });
}

/// Whether grains became ground there.
bool holdsSand(const state::Columns& columns) {
    return std::any_of(columns.fields.begin(), columns.fields.end(),
                       [](const auto& field) { return field.name.starts_with("stored_"); });
}

/// The ground of a frame against that of the first: around an axis, or along a line.
/// @param tell_slope of a heap that grains do not tell of, or a crater, on ground that was level
Status plotGround(const run::FrameFile& first_file, const run::FrameFile& file, const run::Frame& frame,
                  const PlotArguments& arguments, const io::ConfinedPath& folder, bool tell_slope) {
    const auto first = run::readFrame(first_file);
    if (!first) return first.error();
    const state::Columns &shown = *frame.findColumns("ground"), *start = first->findColumns("ground");
    const geometry::ColumnGrid& grid = shown.grid;
    if (start == nullptr || start->grid != grid)
        return Error{ErrorKind::Input, "the first frame has no ground, or other columns"};
    const auto before = state::columnValues(start->view(), "height");
    if (!before) return before.error();
    auto after = state::columnValues(shown.view(), "height");
    if (!after) return after.error();
    std::vector<exec::View<const double>> surfaces;
    std::vector<std::string> names;
    if (!std::equal(before->view().begin(), before->view().end(), std::as_const(*after).view().begin())) {
        surfaces.push_back(before->view());
        names.push_back(fmt::format("frame {}", first_file.frame));
    }
    surfaces.push_back(std::as_const(*after).view());
    names.push_back(fmt::format("frame {}", file.frame));
    exec::Array<double> covered = *after;
    if (const state::PointsView* grains = frame.findPoints("grains");
        grains != nullptr && grains->find("radius") != nullptr && grains->count > 0) {
        if (Status status = run::addLyingGrains(grid, covered.view(), *grains); !status) return status;
        surfaces.push_back(std::as_const(covered).view());
        names.push_back(fmt::format("frame {} with the grains on it", file.frame));
    }
    const auto& line = arguments.line;
    Result<run::GroundProfile> profile =
        line.size() == 4
            ? run::lineProfile(grid, surfaces, {line[0], line[1]}, {line[2], line[3]})
            : run::radialProfile(grid, surfaces,
                                 arguments.axis.size() == 2
                                     ? std::array{arguments.axis[0], arguments.axis[1]}
                                     : run::middleOfChange(grid, surfaces.front(), surfaces.back()));
    if (!profile) return profile.error();
    if (const auto flank = tell_slope ? run::flankOf(*profile, surfaces.size() - 1) : std::nullopt) {
        constexpr double degrees = 57.29577951308232;
        fmt::print("{}: {:.1f} deg from {:.4g} to {:.4g} m around x = {:.4g} m, y = {:.4g} m\n",
                   flank->angle > 0 ? "flank of the heap" : "wall of the crater",
                   std::abs(flank->angle) * degrees, flank->inner, flank->outer, profile->axis[0],
                   profile->axis[1]);
    }
    return writeChart(folder / "ground-profile.png", run::groundChart(*profile, names));
}

Status plotProbes(const run::Path& run, const io::ConfinedPath& folder) {
    for (const std::string& name : run::listProbes(run)) {
        const auto table = io::readCsv(run::probeFile(run, name));
        if (!table) return table.error();
        for (const auto& [end, chart] : run::probeCharts(name, *table))
            if (Status status = writeChart(folder / fmt::format("probe-{}{}.png", name, end), chart); !status)
                return status;
    }
    return success();
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
    const auto shown = run::readFrame(*file);
    if (!shown) return fail(shown.error());
    const state::Columns* ground = shown->findColumns("ground");
    const state::PointsView* grains = shown->findPoints("grains");
    const bool has_grains = grains != nullptr && grains->count > 0;
    if (!arguments.line.empty() && !ground)
        return fail(
            ErrorKind::Input,
            fmt::format("'{}' has no ground, and --line is for ground; leave it out", arguments.folder));
    const auto stats = io::readCsv(run::layout::stats(arguments.folder));
    if (!stats) return fail(stats.error());
    const io::ConfinedPath folder = run::layout::plots(arguments.folder);
    if (Status status = io::createFolder(folder); !status) return fail(status.error());
    if (Status status = plotProbes(arguments.folder, folder); !status) return fail(status.error());
    // A heap on level ground is measured with the ground that has become a part of it.
    const auto level = beginsLevel(frames.front());
    if (!level) return fail(level.error());
    bool told = false;
    if (has_grains && *level) {
        const auto repose = measure(*file, *grains, ground, arguments.axis);
        if (!repose) return fail(repose.error());
        told = !repose->no_heap;
        fmt::print("{}{}\n", run::describe(*repose),
                   told && ground && holdsSand(*ground)
                       ? ", of the heap of grains and of ground that grains became"
                       : "");
        if (repose->doubt) note(*repose->doubt);
        if (!repose->distance.empty())
            if (Status status = writeChart(folder / "heap-profile.png", run::heapChart(*repose)); !status)
                return fail(status.error());
    }
    if (ground)
        if (Status status = plotGround(frames.front(), *file, *shown, arguments, folder, *level && !told);
            !status)
            return fail(status.error());
    for (const auto& [name, chart] : {std::pair{"ground-volume.png", run::volumeChart(*stats)},
                                      std::pair{"mass.png", run::massChart(*stats)}})
        if (chart)
            if (Status status = writeChart(folder / name, *chart); !status) return fail(status.error());
    if (!has_grains) {
        if (!ground) note(fmt::format("frame {} has no grains: there is nothing to measure", file->frame));
        return 0;
    }
    const std::pair<const char*, Result<picture::Chart>> charts[] = {
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
    command
        ->add_option("--frame", arguments->frame,
                     "Frame whose heap and ground are measured (default: the last)")
        ->check(frameNumber());
    command
        ->add_option(
            "--axis", arguments->axis,
            "x and y of the heap's axis [m] (default: its centre of mass; of the ground: the middle of "
            "what changed)")
        ->expected(2)
        ->check(finiteNumber());
    command->add_option("--line", arguments->line, "x0 y0 x1 y1 [m]: the ground along this line instead")
        ->expected(4)
        ->check(finiteNumber());
    command->callback([arguments, &exit_code] { exit_code = plot(*arguments); });
}

}  // namespace talus::cli

#include <memory>

#include <fmt/format.h>

#include "load_scene.h"
#include "report.h"
#include "run_commands.h"
#include "talus/method/gather.h"
#include "talus/run/plot_run.h"
#include "validators.h"

namespace talus::cli {
namespace {

struct PlotArguments {
    std::string folder;
    std::optional<std::uint64_t> frame;
    std::vector<double> axis;
    std::vector<double> line;
    std::vector<std::string> only;
    bool list = false;
};

int plot(const PlotArguments& arguments) {
    if (auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, "nothing was plotted", exit_code);
    if (!loaded) return exit_code;
    if (arguments.list) {
        const auto plots = run::plotsOf(loaded->scene, arguments.folder);
        if (!plots) return fail(plots.error());
        for (const method::Plot& plot : *plots) print(fmt::format("{:<16} {}\n", plot.name, plot.line));
        return 0;
    }
    if (!arguments.line.empty() && method::landsOf(loaded->scene).empty())
        return fail(
            ErrorKind::Input,
            fmt::format("'{}' has no ground, so --line does not apply; leave it out", arguments.folder));
    run::PlotOptions options;
    options.only = arguments.only;
    options.frame = arguments.frame;
    if (const auto& axis = arguments.axis; axis.size() == 2) options.axis = {axis[0], axis[1]};
    if (const auto& line = arguments.line; line.size() == 4)
        options.line = {line[0], line[1], line[2], line[3]};
    options.say = [](const std::string& text) { print(fmt::format("{}\n", text)); };
    options.note = note;
    if (Status status = run::plotRun(loaded->scene, arguments.folder, options); !status)
        return fail(status.error());
    return 0;
}

}  // namespace

void addPlot(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<PlotArguments>();
    CLI::App* command = app.add_subcommand(
        "plot", "Draw the charts of a run (DIR/plots), and print measurements such as the angle of repose");
    command->add_option("DIR", arguments->folder, "Run folder")->required();
    command->add_flag("--list", arguments->list, "Only list the available charts");
    command->add_option("--only", arguments->only, "Draw only these charts; separate names by commas")
        ->delimiter(',');
    command
        ->add_option("--frame", arguments->frame,
                     "Frame in which heap and ground are measured (default: the last)")
        ->check(frameNumber());
    command
        ->add_option(
            "--axis", arguments->axis,
            "x and y of the heap's axis in m (default: its centre of mass; for ground: the middle of the "
            "area that changed)")
        ->expected(2)
        ->check(finiteNumber());
    command->add_option("--line", arguments->line, "x0 y0 x1 y1 in m: plot the ground along this line")
        ->expected(4)
        ->check(finiteNumber());
    command->callback([arguments, &exit_code] { exit_code = plot(*arguments); });
}

}  // namespace talus::cli

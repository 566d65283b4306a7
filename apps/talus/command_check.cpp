#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "engine_arguments.h"
#include "load_scene.h"
#include "report.h"
#include "set_option.h"
#include "talus/engines/lammps/forecast/lammps_forecast.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/run/compare/divergence.h"
#include "talus/run/engraving/screen_recorder.h"
#include "talus/run/folder.h"
#include "talus/run/picture/previews.h"
#include "talus/run/runner.h"
#include "talus/scene/simulation.h"
#include "talus/step/substeps.h"

namespace talus::cli {
namespace {

std::string bytes(double count) {
    return count < 1e6   ? fmt::format("{:.0f} kB", count / 1e3)
           : count < 1e9 ? fmt::format("{:.0f} MB", count / 1e6)
                         : fmt::format("{:.1f} GB", count / 1e9);
}

/// Where the step comes from.
std::string originOf(const scene::Estimate& need, const std::optional<double>& given) {
    if (!given) return "automatic";
    if (need.step > *given * (1 - 1e-9)) return "given";
    return fmt::format("the given {:g} s is shortened: {}", *given,
                       need.why.empty() ? "a frame is a whole number of steps" : need.why);
}

std::string summary(const std::string& path, const scene::Scene& scene) {
    const scene::Estimate need = scene::estimate(scene);
    const bool at_most = std::any_of(need.methods.begin(), need.methods.end(),
                                     [](const method::Needs& one) { return one.at_most; });
    std::string out = fmt::format("{}: ok\n", path);
    const auto line = [&](const std::string& what, const std::string& text) {
        out += fmt::format("  {:<9}{}\n", what.size() < 9 ? what : what + " ", text);
    };
    for (const method::Method* method : scene.used())
        if (method->summary)
            for (const method::Line& each : method->summary(scene)) line(each.label, each.text);
        else if (method->needs)
            line(method->needs(scene).what, fmt::format("{:.0f} at most", method->needs(scene).count));
    line("time", fmt::format("{:g} s in {} of {:g} s", scene.time.end(), counted(need.frames, "frame"),
                             scene.time.frame_interval));
    line("step",
         fmt::format("{:.3g} s ({}), {} steps", need.step, originOf(need, scene.time.dt), need.steps));
    if (need.methods.size() > 1)
        for (const method::Needs& one : need.methods) {
            if (std::isinf(one.longest_step)) continue;
            const double longest = std::min(one.longest_step, need.step);
            const std::uint64_t count = step::substeps(need.step, longest);
            // Those of sand follow from its speed: its summary has them.
            if (count == 1) continue;
            line("", fmt::format("{}: {} sub-steps of {:.3g} s in each ({})", one.what, count,
                                 need.step / static_cast<double>(count), one.why));
        }
    for (const method::Probe& probe : scene.probes)
        line(&probe == scene.probes.data() ? "probes" : "",
             fmt::format("{}: {}, every {}{}", probe.name, probe.of,
                         probe.every ? fmt::format("{:g} s", *probe.every) : "frame",
                         probe.window ? fmt::format(", means of {:g} s", *probe.window) : ""));
    const auto refused = scene::notOnDevice(scene);
    line("device", refused.empty()
                       ? "cpu or cuda"
                       : fmt::format("cpu (cuda does not support: {})", fmt::join(refused, "; ")));
    if (need.work > 0)
        line("work", fmt::format("{} of one thread{}, within a factor of two", durationText(need.work),
                                 at_most ? " at most" : ""));
    line("memory", bytes(need.memory_bytes));
    line("disk",
         fmt::format("{} (frames and checkpoints){}", bytes(need.disk_bytes), at_most ? " at most" : ""));
    return out;
}

/// What a run by LAMMPS or LIGGGHTS needs, and where it will differ from a run by Talus.
std::string lammpsSummary(const scene::Simulation& simulation, const engines::LammpsModel& model, int ranks) {
    const scene::Scene& scene = simulation.scene();
    const engines::LammpsForecast need = engines::lammpsForecast(scene, scene::estimate(scene), ranks);
    std::string out =
        fmt::format("with {} on {}:\n", model.program, counted(static_cast<std::size_t>(ranks), "rank"));
    const auto lines = [&](const std::string& what, const std::vector<std::string>& texts) {
        for (const std::string& text : texts)
            out += fmt::format("  {:<9}{}\n", &text == texts.data() ? what : "", text);
    };
    // The speed of LIGGGHTS was not measured.
    if (model.program == "LAMMPS")
        lines("work", {fmt::format("{} if each rank has a processor of its own, within a factor of three",
                                   durationText(need.seconds))});
    lines("memory", {fmt::format("{} per rank, and {} for Talus, which starts them", bytes(need.rank_bytes),
                                 bytes(need.own_bytes))});
    lines("disk", {fmt::format("{} (frames, checkpoints and temporary files)", bytes(need.disk_bytes))});
    lines("differs", model.notes.empty()
                         ? std::vector<std::string>{"only by round-off, as far as is known for this scene"}
                         : model.notes);
    lines("left out", model.missing);
    lines("measured", engines::lammpsLeavesOut(simulation, model.program));
    return out;
}

}  // namespace

void addCheck(CLI::App& app, int& exit_code) {
    struct Options : EngineArguments {
        std::string scene;
        std::vector<std::string> overrides;
        std::string pictures;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("check", "Check a scene file: its errors, and the time, memory and disk of a run");
    command->add_option("SCENE", options->scene, "Scene file (TOML)")->required();
    addSet(*command, options->overrides, set_in_scene);
    command->add_option("--pictures", options->pictures,
                        "Draw the convex parts of bodies, and the spheres of grains beside their meshes, as "
                        "PNG files in this folder");
    options->EngineArguments::addTo(*command);
    command->callback([options, &exit_code] {
        if (Status status = options->EngineArguments::check("cpu"); !status) {
            exit_code = fail(status.error());
            return;
        }
        const bool by_lammps = options->engine != "talus";
        const auto loaded = loadScene(options->scene, options->overrides, "", exit_code);
        if (!loaded) return;
        // Notes on the start state, and divergence in the first steps, need the start state. For more
        // particles than this, only the run reports them; and divergence where a step takes longer than
        // `seconds`.
        constexpr double max_count = 200000;
        std::vector<std::string> notes;
        std::string lammps;
        double largest = 0;
        const scene::Estimate need = scene::estimate(loaded->scene);
        for (const method::Needs& one : need.methods) largest = std::max(largest, one.count);
        if (largest <= max_count || by_lammps) {
            auto start = scene::Simulation::build(loaded->scene, exec::Exec::cpu());
            if (!start) {
                exit_code = fail(start.error());
                return;
            }
            if (by_lammps) {
                const auto model = options->modelFor(*start, run::framesOf(loaded->scene));
                if (!model) {
                    exit_code = fail(model.error());
                    return;
                }
                lammps = lammpsSummary(*start, *model, options->ranksOrTwo());
            }
            const auto screen = run::ScreenRecorder::check(*start);
            if (screen.refusal) {
                exit_code = failAt(*loaded, "screen", screen.refusal->key, screen.refusal->error);
                return;
            }
            if (!screen.note.empty()) notes.push_back(screen.note);
            for (const method::Note& each : start->notes(method::Moment::Start)) notes.push_back(each.text);
            constexpr double seconds = 5;
            const bool steps_are_long = need.work > seconds * static_cast<double>(need.steps);
            if (const auto early =
                    steps_are_long ? std::nullopt : run::findEarlyDivergence(*start, seconds)) {
                for (const std::string& each : notes) note(each);
                exit_code =
                    fail(ErrorKind::Input, fmt::format("the run would diverge in its first steps: {}\n  {}",
                                                       early->what, early->advice));
                return;
            }
        }
        print(fmt::format("{}{}", summary(options->scene, loaded->scene), lammps));
        for (const std::string& each : notes) note(each);
        if (options->pictures.empty()) return;
        const auto pictures = run::drawPreviews(loaded->scene, options->pictures);
        if (!pictures) {
            exit_code = fail(pictures.error());
            return;
        }
        if (pictures->empty())
            note(
                "the scene has no grain_shape from a mesh and no body of convex parts, so nothing was drawn");
        for (const run::Path& picture : *pictures) print(fmt::format("{}\n", picture.string()));
    });
}

}  // namespace talus::cli

#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands.h"
#include "load_scene.h"
#include "report.h"
#include "talus/run/divergence.h"
#include "talus/scene/impacts.h"
#include "talus/scene/simulation.h"
#include "talus/scene/work.h"

namespace talus::cli {
namespace {

std::string bytes(double count) {
    return count < 1e6   ? fmt::format("{:.0f} kB", count / 1e3)
           : count < 1e9 ? fmt::format("{:.0f} MB", count / 1e6)
                         : fmt::format("{:.1f} GB", count / 1e9);
}

/// What the restitutions come to in the steps of the run, a line for each contact and kind of partner.
std::vector<std::string> impactLines(const scene::Scene& scene, const scene::Estimate& need) {
    std::vector<std::string> lines;
    constexpr std::size_t most_lines = 12;
    constexpr double good = 0.005;
    const auto impacts = scene::impactsInSteps(scene, need.impact_speed, need.dt);
    std::optional<double> within = need.dt;
    bool all_good = true;
    for (const scene::Impact& impact : impacts) {
        if (lines.size() == most_lines) {
            lines.push_back(fmt::format("and {} more", impacts.size() - most_lines));
            break;
        }
        const grains::Contact& contact = scene.grains.contacts[impact.contact];
        std::string line = fmt::format("{} on {}{}: e = {:.3g}{}", contact.first, contact.second,
                                       impact.on_wall ? " (wall)" : "", impact.restitution,
                                       impact.asked_for ? "" : " by its damping");
        if (impact.by_speed) line += fmt::format(" at {:.3g} m/s", impact.head_on.speed);
        lines.push_back(line + fmt::format(" comes out as {:.4g} to {:.4g}", impact.in_steps.least,
                                           impact.in_steps.most));
        if (impact.error() <= good) continue;
        all_good = false;
        const auto step = scene::stepWithin(impact, good, need.dt);
        within = step && within ? std::optional(std::min(*within, *step)) : std::nullopt;
    }
    if (!all_good && within)
        lines.push_back(
            fmt::format("all of these within {:g}% of e with time.dt = {:g}", 100 * good, *within));
    return lines;
}

std::string summary(const std::string& path, const scene::Scene& scene) {
    const scene::Estimate need = scene::estimate(scene);
    std::string out = fmt::format("{}: ok\n", path);
    const auto line = [&](const char* what, const std::string& text) {
        out += fmt::format("  {:<9}{}\n", what, text);
    };
    line("grains",
         fmt::format("{} {}", need.grains,
                     scene.hybrid ? "at the end, with those that have become ground" : "at the end"));
    if (scene.ground) {
        const geometry::ColumnGrid& grid = scene.ground->surface->grid;
        line("ground", fmt::format("{} x {} columns, {:g} m apart", grid.columns, grid.rows, grid.spacing));
    }
    line("time", fmt::format("{:g} s in {} of {:g} s", scene.time.end(), counted(need.frames, "frame"),
                             scene.time.frame_interval));
    line("step",
         fmt::format("{:.3g} s ({}), {} steps", need.dt, scene.time.dt ? "given" : "automatic", need.steps));
    line("contact", std::isfinite(need.contact_time)
                        ? fmt::format("{:.3g} s at the shortest, {:.0f} steps", need.contact_time,
                                      need.contact_time / need.dt)
                        : "none");
    const std::vector<std::string> impacts = impactLines(scene, need);
    for (std::size_t i = 0; i < impacts.size(); ++i) line(i == 0 ? "impacts" : "", impacts[i]);
    const auto refused = scene::notOnDevice(scene);
    line("device",
         refused.empty() ? "cpu or cuda" : fmt::format("cpu (cuda has no {})", fmt::join(refused, ", ")));
    if (const double steps = scene::grainSteps(scene); steps > 0)
        line("work", fmt::format("{:.2g} steps of a grain{}: {} of one thread, within a factor of two", steps,
                                 scene.hybrid ? " at most" : "",
                                 durationText(steps / scene::grain_steps_per_second)));
    line("memory", bytes(need.memory_bytes));
    line("disk", fmt::format("{} (frames and checkpoints){}", bytes(need.disk_bytes),
                             scene.hybrid ? " at most" : ""));
    return out;
}

}  // namespace

void addCheck(CLI::App& app, int& exit_code) {
    struct Options {
        std::string scene;
        std::vector<std::string> overrides;
    };
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("check", "Check a scene file: its errors, and what a run will take");
    command->add_option("SCENE", options->scene, "Scene file (TOML)")->required();
    command->add_option("--set", options->overrides, "Replace a value: key=value, table.name.key=value")
        ->type_size(1)
        ->allow_extra_args(false);
    command->callback([options, &exit_code] {
        const auto loaded = loadScene(options->scene, options->overrides, exit_code);
        if (!loaded) return;
        // How they lie, and whether they fly apart at once, is known when they lie there; for many more the
        // run tells it.
        constexpr std::uint64_t most = 200000;
        std::string trouble;
        if (scene::estimate(loaded->scene).grains <= most) {
            auto start = scene::Simulation::build(loaded->scene, exec::Exec::cpu());
            if (!start) {
                exit_code = fail(start.error());
                return;
            }
            trouble = start->startTrouble();
            if (const auto early = run::findEarlyDivergence(*start)) {
                if (!trouble.empty()) note(trouble);
                exit_code =
                    fail(ErrorKind::Input, fmt::format("the run would diverge in its first steps: {}\n  {}",
                                                       early->what, early->advice));
                return;
            }
        }
        fmt::print("{}", summary(options->scene, loaded->scene));
        if (!trouble.empty()) note(trouble);
    });
}

}  // namespace talus::cli

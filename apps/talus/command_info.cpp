#include <memory>

#include <fmt/format.h>

#include "load_scene.h"
#include "report.h"
#include "run_commands.h"
#include "talus/core/hash.h"
#include "talus/core/printable.h"
#include "talus/io/csv.h"
#include "talus/run/checkpoints.h"
#include "talus/run/probes/read_probes.h"
#include "talus/run/repair/missing_frames.h"
#include "talus/run/repair/rebuild_manifest.h"

namespace talus::cli {
namespace {

/// Prints a labelled line. The text may come from a damaged file, so control characters are made harmless.
void line(const char* what, const std::string& text) {
    print(fmt::format("  {:<12}{}\n", what, printableLine(text)));
}

void printStatistics(const run::Path& folder) {
    const auto stats = io::readCsv(run::layout::stats(folder));
    if (!stats) {
        line("statistics", stats.error().message);
        return;
    }
    if (stats->rows.empty()) return;
    const auto value = [&](const char* name) {
        const int column = stats->find(name);
        return column < 0 ? 0.0 : stats->rows.back()[static_cast<std::size_t>(column)];
    };
    line("time", fmt::format("{:g} s simulated in {}", value("time"), durationText(value("wall_clock"))));
    if (stats->find("grains") >= 0)
        line("grains", fmt::format("{:.0f}, {:.0f} contacts, {:.0f} wall contacts", value("grains"),
                                   value("contacts"), value("wall_contacts")));
    if (stats->find("ground.volume") >= 0)
        line("ground", fmt::format("{:.6g} m^3 above z = 0", value("ground.volume")));
    if (stats->find("kinetic") < 0) return;
    line("mass", fmt::format("{:.6g} kg", value("mass")));
    std::string energy = fmt::format("{:.4g} J kinetic, {:.4g} J rotational, {:.4g} J potential",
                                     value("kinetic"), value("rotational"), value("potential"));
    if (stats->find("elastic") >= 0) energy += fmt::format(", {:.4g} J elastic", value("elastic"));
    line("energy", energy);
    line("fastest", fmt::format("{:.4g} m/s", value("fastest")));
}

/// Prints the last row of each probe.
void printProbes(const run::Path& folder) {
    const char* label = "probes";
    for (const std::string& name : run::listProbes(folder)) {
        std::string text = name + ": ";
        const auto table = io::readCsv(run::probeFile(folder, name));
        if (!table) {
            text += table.error().message;
        } else {
            text += counted(table->rows.size(), "row");
            for (std::size_t c = 0; !table->rows.empty() && c < table->columns.size(); ++c)
                if (c == 0 || c > 1)
                    text += fmt::format("{} {} {:.5g}", c == 0 ? "; last:" : ",", table->columns[c],
                                        table->rows.back()[c]);
        }
        line(label, text);
        label = "";
    }
}

void printCheckpoints(const run::Path& folder) {
    const auto listed = run::listCheckpoints(folder);
    if (!listed) {
        line("checkpoints", listed.error().message);
        return;
    }
    const auto& files = *listed;
    if (files.empty()) {
        line("checkpoints", "none");
        return;
    }
    for (const run::CheckpointFile& file : files) {
        const auto info = io::inspectCheckpoint(file.path);
        line(&file == &files.front() ? "checkpoints" : "",
             info ? fmt::format("{}: {:g} s, step {}, state {}", file.path.filename(), info->time, info->step,
                                hexadecimal(info->state_hash))
                  : info.error().message);
    }
}

int printInfo(const run::Path& folder) {
    const auto manifest = run::inspectRun(folder);
    if (!manifest) return fail(manifest.error());
    const auto frames = run::listFrames(folder);
    print(fmt::format("{}\n", folder.string()));
    line("scene",
         fmt::format("{} ({}), seed {}", manifest->scene, hexadecimal(manifest->scene_hash), manifest->seed));
    if (manifest->force_dt)
        line("step",
             "time.force_dt is set: the step may be longer than is stable; do not rely on the results");
    line("frames", frames.empty() ? "none" : fmt::format("{} of {}", frames.back().frame, manifest->frames));
    if (const std::string missing = run::missingText(folder); !missing.empty())
        line("missing", missing + "; `talus resume` computes them again and writes them");
    if (!frames.empty()) {
        std::string names;
        for (const auto& [name, path] : frames.back().sets) names += (names.empty() ? "" : ", ") + name;
        line("sets", names);
    }
    printStatistics(folder);
    printProbes(folder);
    printCheckpoints(folder);
    if (const io::Path report = (run::layout::failure(folder) / "report.txt").path();
        std::filesystem::exists(report))
        line("failure", report.string());
    for (const io::SessionRecord& session : manifest->sessions)
        line(&session == &manifest->sessions.front() ? "sessions" : "",
             fmt::format("{}: talus {} ({}), {} {}, from step {}: {}", session.started, session.version,
                         session.revision, session.threads,
                         session.engine == "talus" ? "threads" : "ranks of " + session.engine,
                         session.first_step, session.command_line));
    return 0;
}

int rebuildManifest(const run::Path& folder) {
    int exit_code = 0;
    const auto loaded = loadSceneOf(folder, "the manifest was not written", exit_code);
    if (!loaded) return exit_code;
    if (Status status = run::rebuildManifest(folder, loaded->scene, loaded->text, commandLine()); !status)
        return fail(status.error());
    note(
        fmt::format("'{}' was rebuilt from run.toml; the earlier sessions are not known, and the present "
                    "versions of the files that the scene reads are assumed to be the original ones",
                    run::layout::manifest(folder).string()));
    return printInfo(folder);
}

}  // namespace

void addInfo(CLI::App& app, int& exit_code) {
    struct Arguments {
        std::string folder;
        bool rebuild = false;
    };
    auto arguments = std::make_shared<Arguments>();
    CLI::App* command = app.add_subcommand(
        "info", "Show what a run folder holds: scene, progress, last statistics, checkpoints");
    command->add_option("DIR", arguments->folder, "Run folder")->required();
    command->add_flag("--rebuild-manifest", arguments->rebuild,
                      "Rebuild a damaged or missing manifest.json from run.toml");
    command->callback([arguments, &exit_code] {
        exit_code = arguments->rebuild ? rebuildManifest(arguments->folder) : printInfo(arguments->folder);
    });
}

}  // namespace talus::cli

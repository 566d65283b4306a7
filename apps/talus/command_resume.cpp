#include <algorithm>
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include "engine_arguments.h"
#include "load_scene.h"
#include "report.h"
#include "run_commands.h"
#include "run_session.h"
#include "stop_signal.h"
#include "talus/run/frames.h"
#include "talus/run/input_files.h"

namespace talus::cli {
namespace {

struct ResumeArguments : SessionArguments, EngineArguments {
    std::string from = "latest";
    bool no_repair = false;
};

int resumeRun(const ResumeArguments& arguments) {
    ignoreBrokenPipes();
    Resume from;
    from.repair = !arguments.no_repair;
    if (arguments.from != "latest") {
        const char* end = arguments.from.data() + arguments.from.size();
        std::uint64_t frame = 0;
        const auto [parsed, code] = std::from_chars(arguments.from.data(), end, frame);
        if (code != std::errc() || parsed != end)
            return fail(ErrorKind::Input,
                        fmt::format("--from {}: give 'latest' or the number of a frame", arguments.from));
        from.frame = frame;
    }
    auto folder = run::RunFolder::open(arguments.folder);
    if (!folder) return fail(folder.error());
    for (const io::SessionRecord& session : folder->manifest().sessions)
        if (session.engine != "talus" && !session.engine.starts_with("LAMMPS") &&
            !session.engine.starts_with("LIGGGHTS"))
            return fail(ErrorKind::Input, fmt::format("'{}' was computed by {}, which this version of Talus "
                                                      "does not know; start a new run from "
                                                      "its run.toml",
                                                      folder->path().string(), session.engine));
    int exit_code = 0;
    const auto loaded = loadSceneOf(folder->path(), "nothing was simulated", exit_code);
    if (!loaded) return exit_code;
    if (run::sceneHash(loaded->text) != folder->manifest().scene_hash)
        return fail(
            ErrorKind::Input,
            fmt::format("'{}' was changed since the run began; restore it, or start a new run from it",
                        run::layout::scene(folder->path()).string()));
    const auto changed = run::changedInputs(loaded->scene, folder->manifest());
    if (!changed) return fail(changed.error());
    if (!changed->empty())
        return fail(ErrorKind::Input, fmt::format("{}; restore it, or start a new run", changed->front()));
    const auto exec = arguments.exec();
    if (!exec) return fail(exec.error());
    auto simulation = scene::Simulation::build(loaded->scene, *exec, arguments.threads);
    if (!simulation) return fail(simulation.error());
    // A run that has reached its own last frame (--frames, --until) continues to the scene's last frame.
    const std::uint64_t asked = folder->manifest().frames, whole = run::framesOf(loaded->scene);
    const std::vector<run::FrameFile> frames = run::listFrames(folder->path());
    const bool completed = !from.frame && !frames.empty() && frames.back().frame >= asked;
    const auto last_frame =
        arguments.lastFrame(simulation->clock(), completed ? std::max(asked, whole) : asked);
    if (!last_frame) return fail(last_frame.error());
    if (Status status = arguments.check(arguments.device); !status) return fail(status.error());
    const auto lammps = arguments.lammpsFor(*simulation, *last_frame);
    if (!lammps) return fail(lammps.error());
    return runSession(std::move(*simulation), *folder, arguments, *last_frame, from, *lammps);
}

}  // namespace

void addResume(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<ResumeArguments>();
    CLI::App* command =
        app.add_subcommand("resume", "Continue a run, bit for bit as if it had never stopped");
    command->add_option("DIR", arguments->folder, "Run folder")->required();
    command->add_option(
        "--from", arguments->from,
        "latest, or the frame of a checkpoint (0: the start); later frames are written again");
    command->add_flag("--no-repair", arguments->no_repair,
                      "Leave damaged and missing frames as they are; by default they are computed again");
    arguments->SessionArguments::addTo(*command);
    arguments->EngineArguments::addTo(*command);
    command->callback([arguments, &exit_code] { exit_code = resumeRun(*arguments); });
}

}  // namespace talus::cli

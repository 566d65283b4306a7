#include <memory>

#include <fmt/format.h>

#include "engine_arguments.h"
#include "load_scene.h"
#include "report.h"
#include "run_commands.h"
#include "run_session.h"
#include "set_option.h"
#include "stop_signal.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/run/engraving/screen_recorder.h"
#include "talus/run/start_folder.h"

namespace talus::cli {
namespace {

struct RunArguments : SessionArguments, EngineArguments {
    std::string scene;
    std::vector<std::string> overrides;
    bool overwrite = false;
    bool print_pipeline = false;
};

/// out/NAME, with the name of the scene without characters that are special to a shell or a file system.
std::string defaultFolder(const scene::Scene& scene, const std::string& file) {
    return "out/" + run::plainName(scene.name.empty() ? run::Path(file).stem().string() : scene.name);
}

int runScene(const RunArguments& arguments) {
    ignoreBrokenPipes();
    int exit_code = 0;
    const auto loaded = loadScene(arguments.scene, arguments.overrides, "nothing was simulated", exit_code);
    if (!loaded) return exit_code;
    if (Status status = arguments.check(arguments.device); !status) return fail(status.error());
    const auto exec = arguments.exec();
    if (!exec) return fail(exec.error());
    auto simulation = scene::Simulation::build(loaded->scene, *exec, arguments.threads);
    if (!simulation) return fail(simulation.error());
    if (arguments.print_pipeline) {
        for (const scene::Running& running : simulation->methods()) print(running.pipeline.describe());
        return 0;
    }
    const auto last_frame = arguments.lastFrame(simulation->clock(), run::framesOf(loaded->scene));
    if (!last_frame) return fail(last_frame.error());

    const auto lammps = arguments.lammpsFor(*simulation, *last_frame);
    if (!lammps) return fail(lammps.error());
    const auto screen = run::ScreenRecorder::check(*simulation);
    if (screen.refusal) return failAt(*loaded, "screen", screen.refusal->key, screen.refusal->error);
    if (!screen.note.empty()) note(screen.note);

    const std::string path =
        arguments.folder.empty() ? defaultFolder(loaded->scene, arguments.scene) : arguments.folder;
    auto folder = run::startFolder(path, loaded->scene,
                                   {arguments.scene, loaded->text, *last_frame, arguments.overwrite});
    if (!folder) return fail(folder.error());
    if (const auto& left = folder->left(); !left.empty())
        note(fmt::format("'{}' {} not written by Talus and not deleted", left.front().string(),
                         left.size() == 1
                             ? std::string("was")
                             : fmt::format("and {} more were", counted(left.size() - 1, "file"))));
    return runSession(std::move(*simulation), *folder, arguments, *last_frame, std::nullopt, *lammps);
}

}  // namespace

void addRun(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* command =
        app.add_subcommand("run", "Run a scene and write its frames, statistics and checkpoints");
    command->add_option("SCENE", arguments->scene, "Scene file (TOML)")->required();
    command->add_option("--out", arguments->folder, "Folder to write (default: out/NAME of the scene)");
    addSet(*command, arguments->overrides, set_in_scene);
    command->add_flag("--overwrite", arguments->overwrite, "Replace the run that the folder holds");
    command->add_flag("--print-pipeline", arguments->print_pipeline, "Only print the stages of a step");
    arguments->SessionArguments::addTo(*command);
    arguments->EngineArguments::addTo(*command);
    command->callback([arguments, &exit_code] { exit_code = runScene(*arguments); });
}

}  // namespace talus::cli

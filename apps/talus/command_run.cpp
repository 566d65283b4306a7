#include <memory>

#include <fmt/format.h>

#include "load_scene.h"
#include "report.h"
#include "run_commands.h"
#include "run_session.h"
#include "stop_signal.h"
#include "talus/run/input_files.h"
#include "talus/run/lammps/lammps_script.h"
#include "talus/scene/reader.h"

namespace talus::cli {
namespace {

struct RunArguments : SessionArguments {
    std::string scene;
    std::vector<std::string> overrides;
    bool overwrite = false;
    bool print_pipeline = false;
    std::string engine = "talus";
    std::optional<int> ranks;
    bool allow_missing = false;
};

/// out/<name of the scene>, with nothing in it that means something to a shell or a file system.
std::string defaultFolder(const scene::Scene& scene, const std::string& file) {
    return "out/" + run::plainName(scene.name.empty() ? run::Path(file).stem().string() : scene.name);
}

/// The LAMMPS to run with, where it is asked for and can do what the scene wants.
Result<std::optional<run::Lammps>> engineFor(const RunArguments& arguments,
                                             const scene::Simulation& simulation) {
    if (arguments.engine == "talus") return std::optional<run::Lammps>();
    auto lammps = run::findLammps(arguments.ranks.value_or(2));
    if (!lammps) return lammps.error();
    if (Status status = run::lammpsCan(run::lammpsModel(simulation), arguments.allow_missing); !status)
        return status.error();
    return std::optional<run::Lammps>(std::move(*lammps));
}

int runScene(const RunArguments& arguments) {
    outliveReaders();
    int exit_code = 0;
    const auto loaded = loadScene(arguments.scene, arguments.overrides, exit_code);
    if (!loaded) return exit_code;
    if (arguments.engine == "talus" && (arguments.ranks || arguments.allow_missing))
        return fail(ErrorKind::Input,
                    fmt::format("{} is for --engine lammps; leave it out{}",
                                arguments.ranks ? "--ranks" : "--allow-missing",
                                arguments.ranks ? " (--threads N is for the steps of talus)" : ""));
    if (arguments.engine != "talus" && arguments.device != "cpu")
        return fail(ErrorKind::Input,
                    fmt::format("--engine {} runs on processors; leave --device out", arguments.engine));
    const auto exec = arguments.exec();
    if (!exec) return fail(exec.error());
    auto simulation = scene::Simulation::build(loaded->scene, *exec, arguments.threads);
    if (!simulation) return fail(simulation.error());
    if (arguments.print_pipeline) {
        for (const scene::Running& running : simulation->methods())
            fmt::print("{}", running.pipeline.describe());
        return 0;
    }
    const auto last_frame = arguments.lastFrame(simulation->clock(), run::framesOf(loaded->scene));
    if (!last_frame) return fail(last_frame.error());

    const auto lammps = engineFor(arguments, *simulation);
    if (!lammps) return fail(lammps.error());

    const std::string resolved = scene::writeResolved(loaded->scene);
    io::Manifest manifest;
    manifest.scene = loaded->scene.name;
    manifest.scene_hash = run::sceneHash(resolved);
    manifest.seed = loaded->scene.seed;
    manifest.frames = *last_frame;
    manifest.force_dt = loaded->scene.time.force_dt;
    manifest.inputs.push_back({arguments.scene, run::sceneHash(loaded->text)});
    auto files = run::inputFilesOf(loaded->scene);
    if (!files) return fail(files.error());
    std::move(files->begin(), files->end(), std::back_inserter(manifest.inputs));
    const std::string path =
        arguments.folder.empty() ? defaultFolder(loaded->scene, arguments.scene) : arguments.folder;
    auto folder = run::RunFolder::create(path, manifest, resolved, arguments.overwrite);
    if (!folder) return fail(folder.error());
    if (const auto& left = folder->left(); !left.empty())
        note(fmt::format(
            "'{}' {}not written by Talus and stays", left.front().string(),
            left.size() == 1 ? "was " : fmt::format("and {} more were ", counted(left.size() - 1, "file"))));
    return runSession(*simulation, *folder, arguments, *last_frame, std::nullopt, *lammps);
}

}  // namespace

void addRun(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<RunArguments>();
    CLI::App* command =
        app.add_subcommand("run", "Run a scene and write its frames, statistics and checkpoints");
    command->add_option("SCENE", arguments->scene, "Scene file (TOML)")->required();
    command->add_option("--out", arguments->folder, "Folder to write (default: out/NAME of the scene)");
    command->add_option("--set", arguments->overrides, "Replace a value: key=value, table.name.key=value")
        ->type_size(1)
        ->allow_extra_args(false);
    command->add_flag("--overwrite", arguments->overwrite, "Replace the run that the folder holds");
    command->add_flag("--print-pipeline", arguments->print_pipeline,
                      "Show the stages of a step and run nothing");
    command
        ->add_option("--engine", arguments->engine,
                     "Who computes the steps: talus, or lammps (a program of its own, for many machines)")
        ->check(CLI::IsMember({"talus", "lammps"}));
    command->add_option("--ranks", arguments->ranks, "With --engine lammps: MPI processes (default: 2)")
        ->check(CLI::Range(1, 1000000));
    command->add_flag("--allow-missing", arguments->allow_missing,
                      "With --engine lammps: leave out what LAMMPS cannot do, and list it");
    arguments->addTo(*command);
    command->callback([arguments, &exit_code] { exit_code = runScene(*arguments); });
}

}  // namespace talus::cli

#include "export_lammps.h"

#include <algorithm>

#include <fmt/format.h>

#include "load_scene.h"
#include "report.h"
#include "talus/engines/lammps/forecast/lammps_differences.h"
#include "talus/engines/lammps/lammps_script.h"
#include "talus/run/checkpoints.h"
#include "talus/run/frames.h"
#include "talus/run/runner.h"

namespace talus::cli {
namespace {

/// The exported state, and the number of frames that LAMMPS runs from it.
struct Start {
    scene::Simulation simulation;
    std::uint64_t frames;
};

Result<Start> fromRun(const scene::Scene& scene, const io::Manifest& manifest,
                      const LammpsExport& arguments) {
    std::optional<std::uint64_t> frame;
    if (arguments.frames != ":") {
        const auto range = run::parseFrameRange(arguments.frames);
        if (!range) return range.error();
        if (range->first != range->last)
            return Error{ErrorKind::Input,
                         "LAMMPS starts from one state; give --frames the number of one frame "
                         "that has a checkpoint (talus info lists them)"};
        frame = range->first;
    }
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu());
    if (!simulation) return simulation.error();
    if (frame != std::uint64_t{0}) {
        const auto loaded = run::loadCheckpoint(arguments.from, frame, note);
        if (!loaded) return loaded.error();
        if (!loaded->has_value())
            return Error{
                ErrorKind::Input,
                fmt::format("'{}' has no checkpoint, and frames do not hold the whole state; give the scene "
                            "file to export its start",
                            arguments.from)};
        if ((*loaded)->info.scene_hash != manifest.scene_hash)
            return Error{ErrorKind::Input,
                         "the checkpoint does not belong to the scene in run.toml; resume the run, or export "
                         "from another frame (--frames N)"};
        if (Status status = simulation->restore((*loaded)->state); !status)
            return run::cannotBe((*loaded)->file, status.error());
    }
    const std::uint64_t done = simulation->clock().frame(simulation->world().step);
    // From the end of a complete run, LAMMPS runs as many frames again.
    const std::uint64_t left = manifest.frames > done ? manifest.frames - done : run::framesOf(scene);
    return Start{std::move(*simulation), left};
}

Result<Start> fromScene(const scene::Scene& scene) {
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu());
    if (!simulation) return simulation.error();
    return Start{std::move(*simulation), run::framesOf(scene)};
}

}  // namespace

int exportLammps(const LammpsExport& arguments) {
    std::error_code ignored;
    const bool is_run = std::filesystem::is_directory(arguments.from, ignored);
    io::Manifest manifest;
    if (is_run) {
        const auto inspected = run::inspectRun(arguments.from);
        if (!inspected) return fail(inspected.error());
        manifest = *inspected;
    } else if (arguments.frames != ":") {
        return fail(ErrorKind::Input,
                    "--frames chooses a checkpoint of a run; a scene file has only its start");
    }
    int exit_code = 0;
    const auto loaded = is_run ? loadSceneOf(arguments.from, not_exported, exit_code)
                               : loadScene(arguments.from, {}, not_exported, exit_code);
    if (!loaded) return exit_code;
    const auto start = is_run ? fromRun(loaded->scene, manifest, arguments) : fromScene(loaded->scene);
    if (!start) return fail(start.error());

    engines::LammpsModel model = engines::lammpsModel(start->simulation);
    if (Status status = engines::checkLammpsModel(model, arguments.allow_missing); !status)
        return fail(status.error());
    engines::noteLostSprings(start->simulation, model);
    for (const std::string& line : model.missing) note("left out: " + line);
    for (const std::string& line : model.driven) note("left out: " + line);
    for (const std::string& line : model.notes) note(line);
    const std::string name = run::plainName(
        loaded->scene.name.empty() ? run::Path(arguments.from).stem().string() : loaded->scene.name);
    const io::ConfinedPath to = !arguments.to.empty() ? io::ConfinedPath(arguments.to)
                                : is_run              ? run::layout::exports(arguments.from)
                                                      : io::ConfinedPath("out") / (name + "-lammps");
    const engines::LammpsJob job{.name = name, .frames = start->frames, .forces = false};
    if (Status status = engines::writeLammpsInput(to, start->simulation, model, job); !status)
        return fail(status.error());
    print(fmt::format(
        "{}: in.{} and data.{}, {} grains of {} type{}\n  run it: cd {} && mpirun -np 4 lmp -in in.{}\n",
        to.string(), name, name, model.type.size(), model.types.size(), model.types.size() == 1 ? "" : "s",
        to.string(), name));
    return 0;
}

}  // namespace talus::cli

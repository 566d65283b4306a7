#include "run_session.h"

#include <fmt/format.h>

#include "note_missing.h"
#include "progress.h"
#include "report.h"
#include "stop_signal.h"
#include "talus/core/units.h"
#include "talus/engines/lammps/lammps_stepper.h"
#include "talus/engines/liggghts/liggghts_stepper.h"
#include "talus/method/shown/screen.h"
#include "talus/run/counts_text.h"
#include "talus/run/engraving/screen_pictures.h"
#include "talus/run/picture/film_of.h"
#include "talus/run/repair/repair_frames.h"
#include "talus/run/rewind.h"
#include "talus/run/session/frame_drawer.h"
#include "talus/run/start_folder.h"
#include "validators.h"

namespace talus::cli {

void SessionArguments::addTo(CLI::App& command) {
    auto* frames_option =
        command.add_option("--frames", frames, "Stop after this frame, counted from the start of the run")
            ->check(frameNumber());
    command.add_option("--until", until, "Stop at this simulated time: 5s, \"200 ms\"")
        ->excludes(frames_option);
    command.add_option("--threads", threads, "Worker threads (default: all processors)")
        ->check(CLI::Range(1, 4096));
    command.add_option("--device", device, "Where the steps run: cpu, or cuda (a graphics card)")
        ->check(CLI::IsMember({"cpu", "cuda"}));
    command.add_option("--progress", progress, "How to show progress")
        ->check(CLI::IsMember({"auto", "plain", "json", "none"}));
    command.add_flag("--images", images, "Draw a picture of every frame (images/)");
    command.add_flag("--video", video, "Draw the frames and make a video (video.mp4)");
}

Result<exec::Exec> SessionArguments::exec() const {
    return exec::Exec::on(device == "cuda" ? exec::Device::Cuda : exec::Device::Cpu, threads);
}

Result<std::uint64_t> SessionArguments::lastFrame(const step::Clock& clock, std::uint64_t otherwise) const {
    if (frames) return *frames;
    if (until.empty()) return otherwise;
    const auto time = parseQuantity(until);
    if (!time) return Error{ErrorKind::Input, fmt::format("--until {}: {}", until, time.error().message)};
    const bool is_time = time->dimension == Dimension{} || time->dimension == Dimension{.time = 2};
    if (!is_time || time->value < 0)
        return Error{ErrorKind::Input,
                     fmt::format("--until {}: give a simulated time, such as 5s or 200ms", until)};
    constexpr double max_frames = 1e9;
    if (!(time->value / clock.frame_interval < max_frames))
        return Error{ErrorKind::Input,
                     fmt::format("--until {}: that is more than {:g} frames of {:g} s; give a shorter time",
                                 until, max_frames, clock.frame_interval)};
    const std::uint64_t frame = run::frameAt(time->value, clock);
    if (const double end = static_cast<double>(frame) * clock.frame_interval; end > time->value * (1 + 1e-9))
        note(fmt::format("--until {}: the run ends at its next frame, at {:g} s", until, end));
    return frame;
}

namespace {

/// A drawer where --images or --video is given; else empty.
Result<std::optional<run::FrameDrawer>> drawerFor(const scene::Simulation& simulation,
                                                  const run::RunFolder& folder,
                                                  const SessionArguments& arguments) {
    if (!arguments.images && !arguments.video) return std::optional<run::FrameDrawer>();
    auto drawer = run::FrameDrawer::create(simulation.scene(), run::layout::images(folder.path()), {});
    if (!drawer) return drawer.error();
    return std::optional<run::FrameDrawer>(std::move(*drawer));
}

/// Makes engraved.mp4 where the scene has a screen, whose pictures the run has drawn.
Status filmScreen(const scene::Scene& scene, const run::Path& folder, const std::atomic<bool>* stop) {
    if (method::screenOf(scene) == nullptr) return success();
    std::vector<std::uint64_t> frames;
    for (const run::FrameFile& file : run::listFrames(folder)) frames.push_back(file.frame);
    const auto film = run::filmOf(run::layout::images(folder), run::ScreenPictures::name, frames,
                                  folder / "engraved.mp4", scene.render.frame_rate, stop);
    return film ? success() : Status(film.error());
}

/// What computes the steps.
Result<std::unique_ptr<run::Stepper>> stepperFor(const scene::Simulation& simulation,
                                                 const std::optional<engines::Lammps>& lammps,
                                                 const run::RunFolder& folder, const run::Options& options) {
    if (!lammps) return run::ownStepper();
    engines::ProgramRun run{folder.path(), options.frames, options.stop};
    return lammps->name == "LIGGGHTS" ? engines::liggghtsStepper(simulation, *lammps, std::move(run))
                                      : engines::lammpsStepper(simulation, *lammps, std::move(run));
}

/// A line that says how to view the frames of the run's first set; empty where it has no sets.
std::string watchText(const scene::Simulation& simulation, const run::Path& folder) {
    for (const scene::Running& running : simulation.methods())
        for (const method::FrameSource& set : running.instance->frames({}))
            return fmt::format("  view it: paraview {}\n",
                               (run::layout::frames(folder) / (set.name + ".pvd")).string());
    return {};
}

}  // namespace

int runSession(scene::Simulation simulation, run::RunFolder& folder, const SessionArguments& arguments,
               std::uint64_t last_frame, const std::optional<Resume>& from,
               const std::optional<engines::Lammps>& lammps) {
    auto log = run::Log::open(run::layout::log(folder.path()));
    if (!log) return fail(log.error());
    log->info(commandLine());
    ProgressReport report(arguments.progress);
    const run::Observer observer = report.observer();
    run::Options options;
    options.frames = last_frame;
    options.scene_hash = folder.manifest().scene_hash;
    options.stop = &catchStopSignals();
    if (from) {
        if (Status status = run::rewind(simulation, folder, from->frame, options, *log, observer); !status)
            return fail(status.error());
        const std::uint64_t frame = simulation.clock().frame(simulation.world().step);
        if (frame >= last_frame && simulation.clock().endsFrame(simulation.world().step))
            note(fmt::format("the run has already reached frame {}; to go on, give --frames N", frame));
        // A run that begins again at step 0 writes all frames anyway.
        if (from->repair && simulation.world().step > 0)
            if (Status status = run::repairFrames(simulation, folder, frame, options, *log, observer);
                !status)
                return fail(status.error());
    }
    auto stepper = stepperFor(simulation, lammps, folder, options);
    if (!stepper) return fail(stepper.error());
    run::Session session(std::move(simulation), std::move(*stepper));
    if (Status status = folder.addSession(
            run::describeSession(session.simulation(), commandLine(),
                                 lammps ? lammps->name + " " + lammps->version : std::string(),
                                 lammps ? lammps->ranks : 0),
            std::max(last_frame, session.frame()));
        !status)
        return fail(status.error());
    auto drawer = drawerFor(session.simulation(), folder, arguments);
    if (!drawer) return fail(drawer.error());
    std::optional<run::PictureRecorder> pictures;
    if (drawer->has_value()) session.add(pictures.emplace(**drawer));
    const auto summary = run::run(session, folder, options, *log, observer);
    report.finish();
    if (!summary) return fail(summary.error());
    if (arguments.video) {
        noteMissing(folder.path());
        if (const auto video = (*drawer)->filmRun(folder.path(), options.stop); !video)
            return fail(video.error());
        if (Status status = filmScreen(session.scene(), folder.path(), options.stop); !status)
            return fail(status.error());
    }
    if (report.summaryWanted())
        say(fmt::format("{}: {}, {:g} s simulated, {}, {} in {}\n{}", folder.path().string(),
                        counted(summary->frames, "frame"), summary->time, run::countsText(summary->counts),
                        counted(summary->steps, "step"), durationText(summary->wall_seconds),
                        watchText(session.simulation(), folder.path())));
    return 0;
}

}  // namespace talus::cli

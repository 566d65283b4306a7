#include "run_session.h"

#include <fmt/format.h>

#include "note_missing.h"
#include "progress.h"
#include "report.h"
#include "stop_signal.h"
#include "talus/core/build_info.h"
#include "talus/core/units.h"
#include "talus/engines/liggghts/engine_liggghts.h"
#include "talus/run/host.h"
#include "talus/run/missing_frames.h"
#include "talus/run/picture/draw.h"
#include "talus/run/rewind.h"
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

io::Session describeSession(const scene::Simulation& simulation,
                            const std::optional<engines::Lammps>& lammps) {
    const BuildInfo& build = buildInfo();
    return {commandLine(),
            run::timestamp(),
            build.version,
            build.revision,
            build.compiler,
            build.flags,
            run::cpuName(),
            lammps ? lammps->ranks : simulation.exec().threads(),
            simulation.isOnDevice() ? "cuda" : "cpu",
            simulation.world().step,
            lammps ? lammps->name + " " + lammps->version : "talus"};
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

/// Makes the video of all frames. Frames of earlier sessions that have no picture yet are drawn first.
Result<io::Path> makeVideo(run::FrameDrawer& drawer, const run::RunFolder& folder,
                           const std::atomic<bool>* stop) {
    noteMissing(folder.path());
    std::vector<std::uint64_t> frames;
    for (const run::FrameFile& file : run::listFrames(folder.path())) {
        frames.push_back(file.frame);
        if (std::filesystem::exists(drawer.picturePath(file.frame).path())) continue;
        const auto frame = run::readFrame(file);
        if (!frame) return frame.error();
        if (Status status = drawer.draw(file.frame, *frame); !status) return status.error();
    }
    return drawer.film(frames, run::layout::video(folder.path()).path(), stop);
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

int runSession(scene::Simulation& simulation, run::RunFolder& folder, const SessionArguments& arguments,
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
    const std::uint64_t reached = simulation.clock().frame(simulation.world().step);
    if (Status status = folder.addSession(describeSession(simulation, lammps), std::max(last_frame, reached));
        !status)
        return fail(status.error());
    auto drawer = drawerFor(simulation, folder, arguments);
    if (!drawer) return fail(drawer.error());
    if (drawer->has_value())
        options.draw = [&](std::uint64_t frame, const scene::Simulation& now) {
            return (*drawer)->draw(frame, now);
        };
    const auto summary = !lammps ? run::run(simulation, folder, options, *log, observer)
                         : lammps->name == "LIGGGHTS"
                             ? engines::runByLiggghts(simulation, *lammps, folder, options, *log, observer)
                             : engines::runByLammps(simulation, *lammps, folder, options, *log, observer);
    report.finish();
    if (!summary) return fail(summary.error());
    if (arguments.video)
        if (const auto video = makeVideo(**drawer, folder, options.stop); !video) return fail(video.error());
    if (report.summaryWanted())
        say(fmt::format("{}: {}, {:g} s simulated, {}, {} in {}\n{}", folder.path().string(),
                        counted(summary->frames, "frame"), summary->time, run::countsText(summary->counts),
                        counted(summary->steps, "step"), durationText(summary->wall_seconds),
                        watchText(simulation, folder.path())));
    return 0;
}

}  // namespace talus::cli

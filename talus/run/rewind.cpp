#include "talus/run/rewind.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/method/shown/screen.h"
#include "talus/run/checkpoints.h"
#include "talus/run/engraving/screen_state.h"
#include "talus/run/own_files.h"
#include "talus/run/repair/missing_frames.h"
#include "talus/run/restore.h"

namespace talus::run {
namespace {

using Note = std::function<void(const std::string&)>;

/// A run without checkpoints may restart automatically only if no checkpoint was due yet.
Status mayBeginAgain(const RunFolder& folder, const scene::Simulation& simulation) {
    const auto last = lastFrame(folder.path());
    const auto every = static_cast<std::uint64_t>(std::max(1, simulation.scene().output.checkpoint_frames));
    const std::uint64_t asked = folder.manifest().frames;
    const bool ended = last && asked > 0 && *last >= asked;
    if (!last || (*last <= every && !ended)) return success();
    return Error{
        ErrorKind::Input,
        fmt::format("there are no checkpoints in '{}', although the run has reached frame {}; restore "
                    "them, or start over with `--from 0`, which replaces {} and the statistics",
                    layout::checkpoints(folder.path()).string(), *last, framesText({0, *last}))};
}

/// Reports the frames that are replaced when a run continues from a frame, or starts again.
void reportReplaced(const Path& run, std::optional<std::uint64_t> after, const Note& note) {
    const auto last = lastFrame(run);
    const std::uint64_t first = after ? *after + 1 : 0;
    if (!last || *last < first) return;
    note(fmt::format("{} and their statistics are written again{}", framesText({first, *last}),
                     after ? "" : ": the run starts over"));
}

}  // namespace

Status rewind(scene::Simulation& simulation, const RunFolder& folder, std::optional<std::uint64_t> frame,
              const Options& options, Log& log, const Observer& observer) {
    const Note note = noteTo(log, observer);
    if (folder.manifest().scene_hash != options.scene_hash) return otherScene(folder);
    bool starts_over = frame == std::uint64_t{0};
    if (!starts_over) {
        const bool has_screen = method::screenOf(simulation.scene()) != nullptr;
        const auto beside = [&](const io::Checkpoint& checkpoint) {
            return has_screen ? checkScreenFile(folder.path(), checkpoint.info) : success();
        };
        const auto loaded = loadCheckpoint(folder.path(), frame, note, beside);
        if (!loaded) return loaded.error();
        starts_over = !loaded->has_value();
        if (!starts_over) {
            if (Status status = restoreFrom(**loaded, simulation, folder, options); !status) return status;
        } else {
            if (Status status = mayBeginAgain(folder, simulation); !status) return status;
            note("there is no checkpoint yet: the run starts over");
        }
    }
    const std::uint64_t step = simulation.world().step;
    const step::Clock& clock = simulation.clock();
    const std::uint64_t reached = clock.frame(step);
    reportReplaced(folder.path(), starts_over ? std::nullopt : std::optional(reached), note);
    if (Status status = deleteFailureFiles(folder.path()); !status) return status;
    return dropCheckpointsAfter(folder.path(), reached, step % clock.steps_per_frame);
}

}  // namespace talus::run

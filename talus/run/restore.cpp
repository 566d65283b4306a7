#include "talus/run/restore.h"

#include <fmt/format.h>

#include "talus/run/checkpoints.h"

namespace talus::run {

std::function<void(const std::string&)> noteTo(Log& log, const Observer& observer) {
    return [&](const std::string& text) {
        log.warning(text);
        if (observer.note) observer.note(text);
    };
}

Error otherScene(const RunFolder& folder) {
    return {ErrorKind::Input,
            fmt::format("'{}' is not the scene that this run began with; restore it, or start a new run from "
                        "it",
                        layout::scene(folder.path()).string())};
}

Status restoreFrom(const io::Checkpoint& checkpoint, scene::Simulation& simulation, const RunFolder& folder,
                   const Options& options) {
    const io::CheckpointInfo& info = checkpoint.info;
    const step::Clock& clock = simulation.clock();
    if (info.scene_hash != options.scene_hash) return otherScene(folder);
    if (info.clock.steps_per_frame != clock.steps_per_frame ||
        info.clock.frame_interval != clock.frame_interval)
        return Error{
            ErrorKind::Input,
            fmt::format("the run was made with dt = {} s, but this version of Talus would take {} s; go on "
                        "with version {}, or start a new run",
                        info.clock.dt(), clock.dt(), info.version)};
    if (Status status = simulation.restore(checkpoint.state); !status)
        return cannotBe(checkpoint.file, status.error());
    if (state::stateHash(simulation.world()) != info.state_hash)
        return Error{
            ErrorKind::Input,
            "the checkpoint's state does not match its hash; resume from another one (--from FRAME)"};
    return success();
}

}  // namespace talus::run

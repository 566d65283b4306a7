#include "viewer/runs/recording.h"

#include "talus/run/start_folder.h"

namespace talus::viewer {

Result<std::unique_ptr<Recording>> Recording::begin(run::Session& session, const run::Path& folder,
                                                    std::uint64_t last_frame, From from) {
    const run::SceneSource& source = *session.source();
    run::NewRun run{source.file, source.text, last_frame};
    // Within a frame the first one that is written is the next.
    if (from == From::Here) run.first_frame = session.frame() + (session.stepsInFrame() > 0 ? 1 : 0);
    auto made = run::startFolder(folder, session.scene(), run);
    if (!made) return made.error();
    if (Status added = made->addSession(run::describeSession(session.simulation(), "talus view"), last_frame);
        !added)
        return added.error();
    auto log = run::Log::open(run::layout::log(folder));
    if (!log) return log.error();
    std::unique_ptr<Recording> recording(new Recording(std::move(*made), std::move(*log)));
    auto recorder = run::Recorder::open(session, recording->folder_, recording->folder_.manifest().scene_hash,
                                        last_frame, recording->log_, [](const std::string&) {});
    if (!recorder) return recorder.error();
    recording->recorder_ = std::move(*recorder);
    if (from == From::Here)
        if (Status status = recording->beginHere(session); !status) return status.error();
    session.add(*recording->recorder_);
    return recording;
}

Status Recording::beginHere(run::Session& session) {
    if (!recorder_->mayPause(session.step()))
        return Error{ErrorKind::Input,
                     "a probe measures in this step, so there can be no checkpoint; take a step first"};
    if (session.stepsInFrame() == 0)
        if (Status status = recorder_->frameEnded(session); !status) return status;
    return recorder_->pause(session);
}

Status Recording::end(run::Session& session) {
    abandon(session);
    if (session.trouble()) {
        log_.error(recorder_->failed(session));
        return success();
    }
    return recorder_->mayPause(session.step()) ? recorder_->pause(session) : success();
}

Status writeCheckpointRun(run::Session& session, const run::Path& folder, std::uint64_t last_frame) {
    auto recording = Recording::begin(session, folder, last_frame, Recording::From::Here);
    if (!recording) return recording.error();
    (*recording)->abandon(session);
    return success();
}

}  // namespace talus::viewer

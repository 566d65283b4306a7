#include "viewer/runs/recording.h"

#include "talus/run/start_folder.h"

namespace talus::viewer {

Result<std::unique_ptr<Recording>> Recording::begin(run::Session& session, const run::Path& folder,
                                                    std::uint64_t last_frame) {
    const run::SceneSource& source = *session.source();
    auto made = run::startFolder(folder, session.scene(), {source.file, source.text, last_frame});
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
    session.add(*recording->recorder_);
    return recording;
}

Status Recording::end(run::Session& session) {
    session.remove(*recorder_);
    if (session.trouble()) {
        log_.error(recorder_->failed(session));
        return success();
    }
    return recorder_->mayPause(session.step()) ? recorder_->pause(session) : success();
}

}  // namespace talus::viewer

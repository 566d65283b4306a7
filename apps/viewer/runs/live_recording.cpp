#include <filesystem>

#include <fmt/format.h>

#include "viewer/runs/live_run.h"

/// Recording a live run.
namespace talus::viewer {
namespace {

/// Whether nothing is in a folder, or it does not exist.
bool isNewFolder(const std::string& folder) {
    std::error_code code;
    return !std::filesystem::exists(folder, code) || std::filesystem::is_empty(folder, code);
}

std::string notNew(const std::string& folder) {
    return fmt::format("'{}' is not empty; give a new folder", folder);
}

}  // namespace

void LiveRun::record(const std::string& folder) {
    // Checked first: a folder that cannot be used must not cost the present state.
    if (!isNewFolder(folder)) return say(notNew(folder));
    interrupt();
    post([this, folder] {
        stop();
        endRecording();
        if (Status status = session_.reset(); !status) return say(status.error().message);
        beginRecording(folder, Recording::From::Start);
        beginAgain();
    });
}

void LiveRun::recordHere(const std::string& folder) {
    if (!isNewFolder(folder)) return say(notNew(folder));
    post([this, folder] {
        endRecording();
        beginRecording(folder, Recording::From::Here);
        publish();
    });
}

void LiveRun::beginRecording(const std::string& folder, Recording::From from) {
    auto recording = Recording::begin(session_, folder, last_frame_, from);
    if (!recording) return say(recording.error().message);
    recording_ = std::move(*recording);
    say(fmt::format("recording in {}", std::filesystem::absolute(folder).string()));
}

void LiveRun::checkpoint(const std::string& folder) {
    if (!isNewFolder(folder)) return say(notNew(folder));
    post([this, folder] {
        const Status written = writeCheckpointRun(session_, folder, last_frame_);
        say(written ? fmt::format("checkpoint of {:.6g} s in {}; talus resume {} goes on", session_.time(),
                                  std::filesystem::absolute(folder).string(), folder)
                    : written.error().message);
    });
}

void LiveRun::endRecord() {
    interrupt();
    post([this] {
        stop();
        if (!recording_) return say("nothing is being recorded");
        endRecording();
        publish();
    });
}

void LiveRun::endRecording() {
    if (!recording_) return;
    const std::string folder = recording_->folder().string();
    const Status ended = recording_->end(session_);
    if (!ended) return failRecording(ended.error());
    recording_.reset();
    say(fmt::format("recorded up to frame {} in {}; talus resume {} goes on", session_.frame(), folder,
                    folder));
}

/// After an error of its files, such as a full disk.
void LiveRun::failRecording(const Error& error) {
    const std::string folder = recording_->folder().string();
    recording_->abandon(session_);
    recording_.reset();
    say(fmt::format("recording has ended at {:.6g} s: {}; what was recorded can be read: talus info {}",
                    session_.time(), error.message, folder));
}

}  // namespace talus::viewer

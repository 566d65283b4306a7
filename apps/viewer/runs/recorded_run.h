#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "talus/run/folder.h"
#include "viewer/runs/run_source.h"

namespace talus::viewer {

/// The frames of a run folder, read on a thread of its own. The run may still go on: new frames appear.
class RecordedRun final : public RunSource {
  public:
    /// Error (Input) where the folder is not a run folder, or has no frames or an unreadable scene.
    static Result<std::unique_ptr<RecordedRun>> open(const run::Path& folder);
    ~RecordedRun() override;

    void play() override;
    void pause() override;
    void step(std::uint64_t frames) override;
    void nextFrame() override { step(1); }
    void previousFrame() override;
    void reset() override { seek(0); }
    void seek(std::uint64_t frame) override;
    void setSpeed(double speed) override;
    void setSetting(const std::string& key, const std::string& value) override;
    void record(const std::string& folder) override;
    void recordHere(const std::string& folder) override { record(folder); }
    void checkpoint(const std::string& folder) override { record(folder); }
    void endRecord() override {}
    void watchFrames(FrameWatcher watcher) override;

    /// Whether playing begins again after the last frame.
    void setLoop(bool loop);
    bool loops() const;
    /// Which frames are played. Error (Input) where the run has none of them.
    Status selectFrames(const run::FrameRange& range);

    std::shared_ptr<const Shot> shot() const override;
    SourceStatus status() const override;
    std::shared_ptr<const NumberTable> statistics() const override;
    std::vector<std::string> takeMessages() override;
    bool idle() const override;

  private:
    RecordedRun(run::Path folder, std::shared_ptr<const scene::Scene> scene,
                std::vector<run::FrameFile> frames);
    void work();
    void read(std::size_t index);
    std::optional<std::size_t> nextOf(std::optional<std::size_t> index) const;
    bool isGone() const;
    void readStatistics();
    void say(std::string message);

    run::Path folder_;
    std::shared_ptr<const scene::Scene> scene_;
    std::uintmax_t statistics_size_ = 0;  ///< of stats.csv when it was read [bytes]

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<run::FrameFile> frames_;  ///< in order
    std::size_t wanted_ = 0;              ///< index of the frame to show
    std::size_t shown_ = ~std::size_t{0};
    bool playing_ = false;
    double speed_ = 1;
    bool loop_ = false;
    run::FrameRange range_;  ///< of the frames that are played
    FrameWatcher watcher_;
    bool gone_ = false;  ///< it was said that the folder is missing
    std::shared_ptr<const Shot> shot_;
    std::shared_ptr<const NumberTable> statistics_;
    std::vector<std::string> messages_;
    bool quit_ = false;
    std::thread thread_;
};

}  // namespace talus::viewer

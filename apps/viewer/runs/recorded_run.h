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
    void endRecord() override {}

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
    std::shared_ptr<const Shot> shot_;
    std::shared_ptr<const NumberTable> statistics_;
    std::vector<std::string> messages_;
    bool quit_ = false;
    std::thread thread_;
};

}  // namespace talus::viewer

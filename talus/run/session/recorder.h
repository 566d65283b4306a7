#pragma once
#include <string>
#include <vector>

#include "talus/run/engraving/screen_recorder.h"
#include "talus/run/folder.h"
#include "talus/run/frames.h"
#include "talus/run/log.h"
#include "talus/run/probes/probes.h"
#include "talus/run/session/session.h"
#include "talus/run/stats.h"

namespace talus::run {

/// Writes the run folder of a session: frames, statistics, probes, checkpoints, the log, and the pictures of
/// an engraved screen. A run that was paused and resumed has the same files as one that was not, except for
/// wall-clock times.
class Recorder final : public Listener {
  public:
    /// Opens the files of a run that starts, or goes on from the session's step. Errors: Storage.
    /// @param last_frame has a checkpoint
    /// @param warning is called with warnings about rows of earlier files
    static Result<std::unique_ptr<Recorder>> open(const Session& session, const RunFolder& folder,
                                                  std::uint64_t scene_hash, std::uint64_t last_frame,
                                                  Log& log,
                                                  const std::function<void(const std::string&)>& warning);

    std::uint64_t stepsTo(std::uint64_t step) const override;
    bool mayPause(std::uint64_t step) const override { return probes_.mayStop(step); }
    Status mayJump() const override;
    Status stepped(Session& session) override;
    /// Writes everything that belongs to the frame. The checkpoint is last: if it exists, all earlier output
    /// does.
    Status frameEnded(Session& session) override;
    void noted(const std::string& text) override { log_.warning(text); }

    /// Writes a checkpoint of a paused session, within a frame or not. @pre mayPause()
    Status pause(Session& session);
    /// Writes failure/ for a session that diverged. @return the message for the user
    std::string failed(const Session& session);

    std::uint64_t lastFrame() const { return last_frame_; }
    /// Wall-clock time of the run, over all its sessions [s].
    double wallSeconds() const { return stats_.wallSeconds(); }
    /// Names, with units, and values of the last row of the statistics.
    const std::vector<std::string>& names() const { return stats_.names(); }
    const std::vector<method::Cell>& results() const { return stats_.results(); }

  private:
    Recorder(Path folder, std::uint64_t scene_hash, std::uint64_t last_frame, Log& log, FrameWriter frames,
             StatsWriter stats, Probes probes, std::unique_ptr<ScreenRecorder> screen)
        : folder_(std::move(folder)),
          scene_hash_(scene_hash),
          last_frame_(last_frame),
          log_(log),
          frames_(std::move(frames)),
          stats_(std::move(stats)),
          probes_(std::move(probes)),
          screen_(std::move(screen)) {}
    Status save(const Session& session);

    Path folder_;
    std::uint64_t scene_hash_;
    std::uint64_t last_frame_;
    Log& log_;
    FrameWriter frames_;
    StatsWriter stats_;
    Probes probes_;
    std::unique_ptr<ScreenRecorder> screen_;  ///< null: the scene has none
};

}  // namespace talus::run

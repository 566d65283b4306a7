#pragma once
#include <memory>
#include <optional>

#include "talus/run/session/recorder.h"

namespace talus::viewer {

/// Records a session in a run folder, which is one as by `talus run`.
class Recording {
  public:
    /// Where the run in the folder begins.
    enum class From {
        Start,  ///< the session is at its start, and its first frame follows
        Here,   ///< at the present state, of which there is a checkpoint first
    };
    /// Begins to record. Errors: those of startFolder (there is a run in the folder) and Recorder::open;
    /// Input where a probe measures just now, so that no checkpoint can be written.
    static Result<std::unique_ptr<Recording>> begin(run::Session& session, const run::Path& folder,
                                                    std::uint64_t last_frame, From from = From::Start);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    const run::Path& folder() const { return folder_.path(); }
    /// Ends recording with a checkpoint, from which `talus resume` goes on.
    Status end(run::Session& session);
    /// Ends recording without a checkpoint: the folder stays as it is.
    void abandon(run::Session& session) { session.remove(*recorder_); }

  private:
    Recording(run::RunFolder folder, run::Log log) : folder_(std::move(folder)), log_(std::move(log)) {}
    Status beginHere(run::Session& session);
    run::RunFolder folder_;
    run::Log log_;
    std::unique_ptr<run::Recorder> recorder_;
};

/// Writes a run folder with a checkpoint of the present state, from which `talus resume` goes on. Errors:
/// those of Recording::begin.
Status writeCheckpointRun(run::Session& session, const run::Path& folder, std::uint64_t last_frame);

}  // namespace talus::viewer

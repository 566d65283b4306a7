#pragma once
#include <memory>
#include <optional>

#include "talus/run/session/recorder.h"

namespace talus::viewer {

/// Records a session in a run folder, which is one as by `talus run`.
class Recording {
  public:
    /// Begins to record a session that is at its start. Errors: those of startFolder (there is a run in the
    /// folder) and Recorder::open.
    static Result<std::unique_ptr<Recording>> begin(run::Session& session, const run::Path& folder,
                                                    std::uint64_t last_frame);
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    const run::Path& folder() const { return folder_.path(); }
    /// Ends recording with a checkpoint, from which `talus resume` goes on.
    Status end(run::Session& session);

  private:
    Recording(run::RunFolder folder, run::Log log) : folder_(std::move(folder)), log_(std::move(log)) {}
    run::RunFolder folder_;
    run::Log log_;
    std::unique_ptr<run::Recorder> recorder_;
};

}  // namespace talus::viewer

#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "talus/core/result.h"

namespace talus::viewer {

class Viewer;

/// Executes a file of commands, one a line. A line begins when the one before is done. Besides the commands
/// of the viewer there are: `wait` (until nothing is computed or drawn), `wait-frame N` (until a running
/// simulation has reached a frame), `sleep SECONDS`. Text after # is a comment.
class Script {
  public:
    /// Error (Input) where the file cannot be read.
    static Result<Script> read(const std::string& file);
    explicit Script(const std::string& text, std::string name = "script");

    /// To be called for each picture of the window, after Viewer::update(). Error: that of a line, with its
    /// number; Runtime where a line waits for more than a minute.
    Status update(Viewer& viewer);
    bool done() const { return next_ == lines_.size() && !waits_; }

  private:
    using Clock = std::chrono::steady_clock;
    Status begin(Viewer& viewer, const std::string& line);
    bool waitIsOver(const Viewer& viewer) const;

    struct Wait {
        enum class For { Ready, Idle, Frame, Time } what = For::Ready;
        std::uint64_t frame = 0;
        Clock::time_point until{};
    };
    std::string name_;
    std::vector<std::string> lines_;
    std::size_t next_ = 0;
    std::optional<Wait> waits_;
    Clock::time_point since_{};
    int updates_ = 0;  ///< since the wait began
};

}  // namespace talus::viewer

#pragma once
#include <memory>
#include <string>

#include "talus/run/runner.h"

namespace talus::cli {

/// Shows the progress of a run. Modes: "plain" (a line at the start, each 30 s and at the end), "json" (an
/// object per frame on stdout), "none", and "auto" (one rewritten line where stderr is a terminal, else
/// plain).
class ProgressReport {
  public:
    /// @param mode one of the four
    explicit ProgressReport(const std::string& mode);

    /// The callbacks of a run. They must not outlive this object.
    run::Observer observer();
    /// Ends the rewritten line, before anything else is printed.
    void finish();
    /// Whether the command prints a summary at the end.
    bool summaryWanted() const { return mode_ == Mode::Line || mode_ == Mode::Plain; }

  private:
    enum class Mode { Line, Plain, Json, None };
    void line(const run::Progress& progress);
    void plain(const run::Progress& progress, bool now);
    Mode mode_;
    bool line_open_ = false;
    double last_shown_ = -1e9;  ///< wall-clock time of the last line [s]
};

}  // namespace talus::cli

#include "progress.h"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "report.h"

namespace talus::cli {
namespace {

constexpr double line_interval = 0.1;  // [s]
constexpr double plain_interval = 30;  // [s]

std::string sentence(const run::Progress& p) {
    std::string text = fmt::format("{:8.4g} s {:5.1f}%  frame {}/{}  dt {:.2g} s  {} grains", p.time,
                                   100 * p.fraction, p.frame, p.frames, p.dt, p.grains);
    if (p.steps_per_second > 0) text += fmt::format("  {:.4g} steps/s", p.steps_per_second);
    if (p.seconds_left > 0) text += fmt::format("  {} left", durationText(p.seconds_left));
    return text + fmt::format("  {}", bytesText(static_cast<double>(p.memory_bytes)));
}

std::string json(const run::Progress& p, const grains::Measures& m) {
    return fmt::format(
        R"({{"frame": {}, "frames": {}, "time": {}, "step": {}, "dt": {}, "grains": {}, "contacts": {}, )"
        R"("kinetic": {}, "fastest": {}, "steps_per_second": {:.6g}, "wall_seconds": {:.3f}, )"
        R"("memory_bytes": {}}})",
        p.frame, p.frames, p.time, p.step, p.dt, p.grains, m.contacts, m.kinetic, m.fastest,
        p.steps_per_second, p.wall_seconds, p.memory_bytes);
}

}  // namespace

ProgressReport::ProgressReport(const std::string& mode)
    : mode_(mode == "plain"                ? Mode::Plain
            : mode == "json"               ? Mode::Json
            : mode == "none"               ? Mode::None
            : ::isatty(STDERR_FILENO) == 1 ? Mode::Line
                                           : Mode::Plain) {}

run::Observer ProgressReport::observer() {
    run::Observer observer;
    observer.note = [this](const std::string& text) {
        finish();
        note(text);
    };
    if (mode_ == Mode::Line) {
        observer.progress = [this](const run::Progress& p) { line(p); };
        observer.frame = [this](const run::Progress& p, const grains::Measures&) { line(p); };
    } else if (mode_ == Mode::Plain) {
        observer.progress = [this](const run::Progress& p) { plain(p, false); };
        observer.frame = [this](const run::Progress& p, const grains::Measures&) {
            plain(p, p.frame == p.frames);
        };
    } else if (mode_ == Mode::Json) {
        observer.frame = [](const run::Progress& p, const grains::Measures& m) { say(json(p, m) + "\n"); };
    }
    return observer;
}

void ProgressReport::line(const run::Progress& progress) {
    if (progress.wall_seconds - last_shown_ < line_interval && progress.fraction < 1) return;
    last_shown_ = progress.wall_seconds;
    winsize size{};
    std::string text = sentence(progress);
    // A line that wraps could not be rewritten.
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        text = text.substr(0, std::min<std::size_t>(text.size(), size.ws_col - 1u));
    sayOnStderr("\r\x1b[K" + text);
    line_open_ = true;
}

void ProgressReport::plain(const run::Progress& progress, bool now) {
    if (!now && progress.wall_seconds - last_shown_ < plain_interval) return;
    last_shown_ = progress.wall_seconds;
    sayOnStderr(sentence(progress) + "\n");
}

void ProgressReport::finish() {
    if (line_open_) sayOnStderr("\n");
    line_open_ = false;
}

}  // namespace talus::cli

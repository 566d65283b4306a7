#include "progress.h"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report.h"
#include "talus/run/counts_text.h"

namespace talus::cli {
namespace {

constexpr double line_interval = 0.1;  // [s]
constexpr double plain_interval = 30;  // [s]

std::string sentence(const run::Progress& p) {
    std::string text = fmt::format("{:8.4g} s {:5.1f}%  frame {}/{}  dt {:.2g} s  {}", p.time,
                                   100 * p.fraction, p.frame, p.frames, p.dt, run::countsText(p.counts));
    if (p.steps_per_second > 0) text += fmt::format("  {:.4g} steps/s", p.steps_per_second);
    if (p.seconds_left > 0) text += fmt::format("  {} left", durationText(p.seconds_left));
    return text + fmt::format("  {}", bytesText(static_cast<double>(p.memory_bytes)));
}

/// "kinetic" of "kinetic [J]".
std::string_view withoutUnit(std::string_view name) { return name.substr(0, name.find(" [")); }

/// All values of a frame in stats.csv, by the names of its columns; NaN becomes null.
std::string json(const run::Progress& p, const run::Results& results) {
    nlohmann::ordered_json line{
        {"frame", p.frame}, {"frames", p.frames}, {"time", p.time}, {"step", p.step}, {"dt", p.dt}};
    for (std::size_t k = 0; k < results.values.size(); ++k)
        std::visit([&](auto value) { line[std::string(withoutUnit(results.names[k]))] = value; },
                   results.values[k]);
    line["steps_per_second"] = p.steps_per_second;
    line["wall_seconds"] = p.wall_seconds;
    line["memory_bytes"] = p.memory_bytes;
    return line.dump();
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
        observer.frame = [this](const run::Progress& p, const run::Results&) { line(p); };
    } else if (mode_ == Mode::Plain) {
        observer.progress = [this](const run::Progress& p) { plain(p, false); };
        observer.frame = [this](const run::Progress& p, const run::Results&) {
            plain(p, p.frame == p.frames);
        };
    } else if (mode_ == Mode::Json) {
        observer.frame = [](const run::Progress& p, const run::Results& results) {
            say(json(p, results) + "\n");
        };
    }
    return observer;
}

void ProgressReport::line(const run::Progress& progress) {
    if (progress.wall_seconds - last_shown_ < line_interval && progress.fraction < 1) return;
    last_shown_ = progress.wall_seconds;
    winsize size{};
    std::string text = sentence(progress);
    // A line that wraps cannot be rewritten.
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        text = text.substr(0, std::min<std::size_t>(text.size(), size.ws_col - 1u));
    sayInPlace(text);
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

#include "talus/engines/lammps/lammps_process.h"

#include <charconv>
#include <chrono>

#include <fmt/format.h>

namespace talus::engines {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The step of a line of thermo output ("  500   1000   0"); nothing for every other line.
std::optional<std::uint64_t> thermoStep(std::string_view line) {
    const auto word = [&] {
        const std::size_t first = line.find_first_not_of(' ');
        if (first == std::string_view::npos) return std::string_view();
        line.remove_prefix(first);
        const std::string_view found = line.substr(0, line.find(' '));
        line.remove_prefix(found.size());
        return found;
    };
    const auto number = [](std::string_view text) -> std::optional<std::uint64_t> {
        std::uint64_t value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (text.empty() || code != std::errc() || end != text.data() + text.size()) return std::nullopt;
        return value;
    };
    const auto step = number(word()), atoms = number(word());
    return step && atoms ? step : std::nullopt;
}

}  // namespace

Result<LammpsTalk> LammpsTalk::start(const Lammps& lammps, const io::Path& folder,
                                     const std::atomic<bool>* stop) {
    auto child = ChildProcess::start(lammpsWords(lammps, ""), folder, {"OMP_NUM_THREADS=1"},
                                     ChildProcess::Reads::WhatIsSaid);
    if (!child) return child.error();
    LammpsTalk talk(std::move(*child), lammps, folder, stop);
    // A log that came in place of what is shown is kept where LAMMPS would have put its own.
    if (lammps.flushes == Lammps::Flushes::Log) talk.log_.open(folder / "log.lammps");
    return talk;
}

std::vector<std::string> LammpsTalk::lines() {
    std::vector<std::string> lines = child_.lines(100);
    if (log_.is_open())
        for (const std::string& line : lines) log_ << line << std::endl;
    return lines;
}

Status LammpsTalk::await(const std::function<void(std::uint64_t)>& meanwhile) {
    // What LAMMPS prints stays in its buffer until a line of thermo output, which a run of no steps makes.
    const std::string mark = fmt::format("talus mark {}", ++told_);
    child_.say(fmt::format("print \"{}\"\nrun 0 pre no post no\n", mark));
    std::uint64_t step = 0;
    double wished_at = now();
    while (child_.open()) {
        bool done = false;
        for (std::string& line : lines()) {
            if (const auto at = thermoStep(line)) step = std::max(step, *at);
            done = done || line == mark;
            last_lines_.push_back(std::move(line));
            if (last_lines_.size() > 400) last_lines_.pop_front();
        }
        if (meanwhile) meanwhile(step);
        if (done) return success();
        const bool wished = stop_ != nullptr && stop_->load(std::memory_order_relaxed);
        if (!wished) wished_at = now();
        if (now() - wished_at < stop_limit_) continue;
        child_.stop();
        return Error{ErrorKind::Interrupted,
                     fmt::format("{} did not come to an end within {} s and was ended; its log: {}", name_,
                                 stop_limit_, (folder_ / "log.lammps").string())};
    }
    return failed();
}

Status LammpsTalk::run(std::uint64_t steps, bool set_up, LammpsPace& pace,
                       const std::function<void(std::uint64_t)>& meanwhile) {
    const double before = now();
    tell(fmt::format("run {} pre {} post no\n", steps, set_up ? "yes" : "no"));
    if (Status status = await(meanwhile); !status) return status;
    pace.took(steps, now() - before);
    return success();
}

Status LammpsTalk::end() {
    child_.saidAll();
    while (child_.open())
        for (std::string& line : lines()) last_lines_.push_back(std::move(line));
    if (child_.outcome().empty()) return success();
    return failed();
}

Error LammpsTalk::failed() {
    std::string outcome = child_.outcome();
    if (outcome.empty()) outcome = "an early end";
    std::string said;
    for (const std::string& line : last_lines_)
        if (line.find("ERROR") != std::string::npos || line.find("not enough slots") != std::string::npos)
            said += "\n  " + line;
    if (said.empty())
        for (std::size_t i = last_lines_.size() > 5 ? last_lines_.size() - 5 : 0; i < last_lines_.size(); ++i)
            said += "\n  " + last_lines_[i];
    const bool diverged = said.find("Non-numeric") != std::string::npos;
    const bool storage = outcome.find("signal 25") != std::string::npos ||
                         said.find("No space left") != std::string::npos ||
                         said.find("I/O error while writing") != std::string::npos ||
                         said.find("File size limit") != std::string::npos;
    return {storage    ? ErrorKind::Storage
            : diverged ? ErrorKind::Diverged
                       : ErrorKind::Runtime,
            fmt::format("{} ended with {}:{}\n  its log: {}{}", name_, outcome, said,
                        (folder_ / "log.lammps").string(),
                        storage    ? "\n  free some space, or raise the limit on file sizes (ulimit -f)"
                        : diverged ? "\n  set a shorter time.dt"
                                   : "")};
}

}  // namespace talus::engines

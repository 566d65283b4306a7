#include "viewer/script.h"

#include <sstream>

#include <fmt/format.h>

#include "talus/core/parse_words.h"
#include "talus/core/text_file.h"
#include "viewer/commands/commands.h"
#include "viewer/viewer.h"

namespace talus::viewer {

Result<Script> Script::read(const std::string& file) {
    const auto text = readTextFile(file);
    if (!text) return text.error();
    return Script(*text, file);
}

Script::Script(const std::string& text, std::string name) : name_(std::move(name)) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) lines_.push_back(line.substr(0, line.find('#')));
}

Status Script::update(Viewer& viewer) {
    constexpr auto longest_wait = std::chrono::seconds(60);
    ++updates_;
    if (waits_ && !waitIsOver(viewer)) {
        if (Clock::now() - since_ < longest_wait) return success();
        return Error{ErrorKind::Runtime, fmt::format("{}:{}: not done after {} s", name_, next_,
                                                     std::chrono::seconds(longest_wait).count())};
    }
    waits_.reset();
    if (next_ == lines_.size()) return success();
    const std::string& line = lines_[next_++];
    if (Status status = begin(viewer, line); !status)
        return Error{status.error().kind, fmt::format("{}:{}: {}", name_, next_, status.error().message)};
    if (!waits_) waits_ = Wait{};
    since_ = Clock::now();
    updates_ = 0;
    return success();
}

Status Script::begin(Viewer& viewer, const std::string& line) {
    const auto words = wordsOf(line);
    if (!words) return words.error();
    const std::string name = words->empty() ? "" : words->front();
    const std::string argument = words->size() > 1 ? (*words)[1] : "";
    if (name == "wait") {
        waits_ = Wait{Wait::For::Idle};
    } else if (name == "wait-frame") {
        const auto frame = parseNumber<std::uint64_t>(argument);
        if (!frame) return Error{ErrorKind::Input, "usage: wait-frame N"};
        waits_ = Wait{Wait::For::Frame, *frame};
    } else if (name == "sleep") {
        const auto seconds = parseNumber<double>(argument);
        if (!seconds || !(*seconds >= 0 && *seconds < 60))
            return Error{ErrorKind::Input, "usage: sleep SECONDS, below 60"};
        waits_ = Wait{Wait::For::Time, 0,
                      Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(*seconds))};
    } else {
        return viewer.execute(line);
    }
    return success();
}

bool Script::waitIsOver(const Viewer& viewer) const {
    // The first update after a command passes on what it asked for.
    if (updates_ < 2) return false;
    switch (waits_->what) {
        case Wait::For::Ready: return viewer.ready();
        case Wait::For::Idle: return viewer.idle();
        case Wait::For::Frame: return viewer.shot() && viewer.shot()->number >= waits_->frame;
        case Wait::For::Time: return Clock::now() >= waits_->until;
    }
    return true;
}

}  // namespace talus::viewer

#include "viewer/runs/recorded_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/io/csv.h"
#include "talus/run/land/raster_ground.h"
#include "talus/run/session/scene_source.h"

namespace talus::viewer {
namespace {

using Clock = std::chrono::steady_clock;

/// How often a folder is searched for new frames and statistics.
constexpr auto search_interval = std::chrono::seconds(1);

/// The number of rows of each set of points.
std::vector<method::Count> countsOf(const run::Frame& frame) {
    std::vector<method::Count> counts;
    for (const auto& [name, set] : frame.sets)
        if (const auto* points = set.as<state::PointsView>()) counts.push_back({name, points->count});
    return counts;
}

std::string missingText(const run::Path& folder) {
    return fmt::format("'{}' is missing: it was moved or deleted; the last picture stays", folder.string());
}

}  // namespace

Result<std::unique_ptr<RecordedRun>> RecordedRun::open(const run::Path& folder) {
    if (const auto manifest = run::inspectRun(folder); !manifest) return manifest.error();
    constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24;
    const io::ConfinedPath file = run::layout::scene(folder);
    auto text = io::readFile(file, max_bytes);
    if (!text) return text.error();
    scene::ReadResult read =
        run::SceneSource{.text = *text, .file = file.string(), .rasters = run::readRasterGround}.read();
    if (!read.scene) return Error{ErrorKind::Input, read.diagnostics.format(file.string(), *text)};
    auto frames = run::listFrames(folder);
    if (frames.empty())
        return Error{ErrorKind::Input, fmt::format("'{}' has no frames yet", folder.string())};
    return std::unique_ptr<RecordedRun>(new RecordedRun(
        folder, std::make_shared<const scene::Scene>(std::move(*read.scene)), std::move(frames)));
}

RecordedRun::RecordedRun(run::Path folder, std::shared_ptr<const scene::Scene> scene,
                         std::vector<run::FrameFile> frames)
    : folder_(std::move(folder)), scene_(std::move(scene)), frames_(std::move(frames)) {
    thread_ = std::thread([this] { work(); });
}

RecordedRun::~RecordedRun() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void RecordedRun::play() {
    {
        const std::lock_guard lock(mutex_);
        const auto next = nextOf(wanted_), first = nextOf(std::nullopt);
        playing_ = next || first;
        if (!next && first) wanted_ = *first;
    }
    wake_.notify_one();
}

void RecordedRun::pause() {
    const std::lock_guard lock(mutex_);
    playing_ = false;
}

void RecordedRun::step(std::uint64_t frames) {
    {
        const std::lock_guard lock(mutex_);
        playing_ = false;
        wanted_ = std::min<std::uint64_t>(wanted_ + frames, frames_.size() - 1);
    }
    wake_.notify_one();
}

void RecordedRun::previousFrame() {
    {
        const std::lock_guard lock(mutex_);
        playing_ = false;
        if (wanted_ > 0) --wanted_;
    }
    wake_.notify_one();
}

void RecordedRun::seek(std::uint64_t frame) {
    {
        const std::lock_guard lock(mutex_);
        playing_ = false;
        const auto at =
            std::lower_bound(frames_.begin(), frames_.end(), frame,
                             [](const run::FrameFile& f, std::uint64_t n) { return f.frame < n; });
        wanted_ = at == frames_.end() ? frames_.size() - 1 : static_cast<std::size_t>(at - frames_.begin());
    }
    wake_.notify_one();
}

void RecordedRun::setSpeed(double speed) {
    const std::lock_guard lock(mutex_);
    speed_ = speed;
}

void RecordedRun::setSetting(const std::string& key, const std::string&) {
    say(fmt::format("{} cannot be changed in a recorded run; open its run.toml to run the scene again", key));
}

void RecordedRun::setLoop(bool loop) {
    const std::lock_guard lock(mutex_);
    loop_ = loop;
}

bool RecordedRun::loops() const {
    const std::lock_guard lock(mutex_);
    return loop_;
}

Status RecordedRun::selectFrames(const run::FrameRange& range) {
    const std::lock_guard lock(mutex_);
    if (std::none_of(frames_.begin(), frames_.end(),
                     [&](const run::FrameFile& file) { return range.contains(file.frame); }))
        return Error{ErrorKind::Input, fmt::format("the run has none of these frames; it has frames {} to {}",
                                                   frames_.front().frame, frames_.back().frame)};
    range_ = range;
    return success();
}

/// The next frame to play; the first one after nothing. @pre mutex_ is locked
std::optional<std::size_t> RecordedRun::nextOf(std::optional<std::size_t> index) const {
    for (std::size_t next = index ? *index + 1 : 0; next < frames_.size(); ++next)
        if (range_.contains(frames_[next].frame)) return next;
    return std::nullopt;
}

void RecordedRun::watchFrames(FrameWatcher watcher) {
    const std::lock_guard lock(mutex_);
    watcher_ = std::move(watcher);
}

void RecordedRun::record(const std::string&) {
    say("this run is recorded already; resume-here goes on with it as a simulation");
}

void RecordedRun::work() {
    auto next_frame = Clock::now(), next_search = Clock::now() + search_interval;
    readStatistics();
    std::unique_lock lock(mutex_);
    while (!quit_) {
        if (wanted_ != shown_) {
            const std::size_t index = wanted_;
            shown_ = index;
            lock.unlock();
            read(index);
            lock.lock();
            continue;
        }
        const auto now = Clock::now();
        if (now >= next_search) {
            next_search = now + search_interval;
            lock.unlock();
            auto frames = run::listFrames(folder_);
            readStatistics();
            const bool gone = isGone();
            lock.lock();
            if (gone && !gone_) messages_.push_back(missingText(folder_));
            gone_ = gone;
            if (gone) playing_ = false;
            // A folder that has vanished keeps the list: each frame then has an error of its own.
            if (frames.size() > frames_.size()) frames_ = std::move(frames);
            continue;
        }
        if (playing_ && now >= next_frame) {
            const double interval =
                std::isfinite(speed_) ? scene_->time.frame_interval / speed_ : 1 / scene_->render.frame_rate;
            next_frame = now + std::chrono::duration_cast<Clock::duration>(
                                   std::chrono::duration<double>(std::clamp(interval, 0.01, 10.0)));
            auto next = nextOf(wanted_);
            if (!next && loop_) next = nextOf(std::nullopt);
            playing_ = next.has_value();
            if (next) wanted_ = *next;
            continue;
        }
        wake_.wait_until(lock, playing_ ? std::min(next_frame, next_search) : next_search);
    }
}

/// Reads a frame's files and shows it.
void RecordedRun::read(std::size_t index) {
    run::FrameFile file;
    {
        const std::lock_guard lock(mutex_);
        file = frames_[index];
    }
    auto frame = run::readFrame(file);
    if (!frame) {
        const bool gone = isGone();
        const std::lock_guard lock(mutex_);
        messages_.push_back(gone ? missingText(folder_) : frame.error().message);
        gone_ = gone;
        playing_ = false;
        return;
    }
    auto shot = std::make_shared<Shot>();
    shot->counts = countsOf(*frame);
    shot->frame = std::move(*frame);
    shot->scene = scene_;
    shot->number = file.frame;
    FrameWatcher watcher;
    {
        const std::lock_guard lock(mutex_);
        watcher = watcher_;
    }
    if (watcher) watcher(shot);
    const std::lock_guard lock(mutex_);
    shot_ = std::move(shot);
}

bool RecordedRun::isGone() const {
    std::error_code code;
    return !std::filesystem::is_directory(folder_, code);
}

/// Reads stats.csv where its size has changed. A run without it has no statistics.
void RecordedRun::readStatistics() {
    const io::ConfinedPath file = run::layout::stats(folder_);
    std::error_code code;
    const std::uintmax_t size = std::filesystem::file_size(file.path(), code);
    if (code || size == statistics_size_) return;
    statistics_size_ = size;
    auto table = io::readCsv(file);
    if (!table) return say(table.error().message);
    const std::lock_guard lock(mutex_);
    statistics_ = std::make_shared<const NumberTable>(std::move(*table));
}

void RecordedRun::say(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
}

std::shared_ptr<const Shot> RecordedRun::shot() const {
    const std::lock_guard lock(mutex_);
    return shot_;
}

SourceStatus RecordedRun::status() const {
    const std::lock_guard lock(mutex_);
    SourceStatus status;
    status.playing = playing_;
    status.frames = frames_.back().frame;
    status.speed = speed_;
    status.ended = wanted_ + 1 >= frames_.size();
    return status;
}

std::shared_ptr<const NumberTable> RecordedRun::statistics() const {
    const std::lock_guard lock(mutex_);
    return statistics_;
}

std::vector<std::string> RecordedRun::takeMessages() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

bool RecordedRun::idle() const {
    const std::lock_guard lock(mutex_);
    return !playing_ && wanted_ == shown_ && (shot_ || !messages_.empty());
}

}  // namespace talus::viewer

#include "viewer/runs/live_run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/state/owned_set.h"

namespace talus::viewer {
namespace {

double seconds(std::chrono::steady_clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

}  // namespace

LiveRun::LiveRun(run::Session session, std::uint64_t last_frame, std::uint64_t history_budget)
    : session_(std::move(session)), stats_(session_), history_(history_budget), last_frame_(last_frame) {
    session_.add(stats_);
    session_.add(hand_);
    session_.add(*this);
    // A session that goes on from a checkpoint has had its first frame.
    if (session_.step() > 0 && session_.stepsInFrame() == 0) history_.add(session_.snapshot());
    post([this] { showPresent(); });  // the first state is shown before anything is computed
    thread_ = std::thread([this] { work(); });
}

LiveRun::~LiveRun() {
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
        interrupt_ = true;
    }
    wake_.notify_one();
    thread_.join();
    endRecording();
}

void LiveRun::post(std::function<void()> act, Advances advances) {
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back({std::move(act), advances});
    }
    wake_.notify_one();
}

void LiveRun::play() {
    post(
        [this] {
            const std::lock_guard lock(mutex_);
            playing_ = true;
            resetRate();
        },
        Advances::Yes);
}

/// Ends what advances now, and drops what would advance next.
void LiveRun::interrupt() {
    interrupt_ = true;
    const std::lock_guard lock(mutex_);
    std::erase_if(tasks_, [](const Task& task) { return task.advances == Advances::Yes; });
}

void LiveRun::pause() {
    interrupt();
    post([this] { stop(); });
}

/// Ends playing, and lets later tasks advance again.
void LiveRun::stop() {
    {
        const std::lock_guard lock(mutex_);
        playing_ = false;
        interrupt_ = false;
    }
    // While it plays not every state is shown; that at which it stops is.
    if (const auto shown = shot(); shown && shown->step != session_.step()) publish();
}

void LiveRun::step(std::uint64_t steps) {
    post(
        [this, steps] {
            stop();
            advance([steps](run::Session& s, const auto* flag) { return s.advanceSteps(steps, flag); });
        },
        Advances::Yes);
}

void LiveRun::nextFrame() {
    post(
        [this] {
            stop();
            advance([](run::Session& s, const auto* flag) { return s.advanceToFrame(s.frame() + 1, flag); });
        },
        Advances::Yes);
}

void LiveRun::previousFrame() {
    post([this] {
        stop();
        if (const state::Snapshot* snapshot = history_.before(session_.time()))
            goTo(*snapshot);
        else
            say(session_.step() == 0 ? "this is the first frame"
                                     : "there is no earlier frame in memory; reset to go back to the start");
    });
}

void LiveRun::seek(std::uint64_t frame) {
    interrupt();
    post(
        [this, frame] {
            stop();
            const double time = session_.clock().frame_interval * static_cast<double>(frame);
            if (time < session_.time()) {
                // Snapshots are of the ends of frames: the newest one before half a frame later is this
                // frame's.
                const state::Snapshot* snapshot =
                    history_.before(time + 0.5 * session_.clock().frame_interval);
                if (snapshot == nullptr) return say(fmt::format("frame {} is not in memory any more", frame));
                return goTo(*snapshot);
            }
            advance([frame](run::Session& s, const auto* flag) { return s.advanceToFrame(frame, flag); });
        },
        Advances::Yes);
}

void LiveRun::reset() {
    interrupt();
    post([this] {
        stop();
        endRecording();
        if (Status status = session_.reset(); !status) return say(status.error().message);
        beginAgain();
    });
}

/// Shows frame 0 of a session that is at its start.
void LiveRun::beginAgain() {
    history_.clear();
    showPresent();
}

void LiveRun::showPresent() {
    advance([](run::Session& s, const auto* flag) { return s.advanceSteps(0, flag); });
}

void LiveRun::setSpeed(double speed) {
    post([this, speed] {
        const std::lock_guard lock(mutex_);
        speed_ = speed;
        resetRate();
    });
}

void LiveRun::setSetting(const std::string& key, const std::string& value) {
    post([this, key, value] {
        const auto effect = session_.set(key, value);
        if (!effect) {
            say(effect.error().message);
            const std::lock_guard lock(mutex_);
            return void(refused_.emplace_back(key, value));
        }
        switch (*effect) {
            case run::TakesEffect::Now: say(fmt::format("{} = {} from now on", key, value)); break;
            case run::TakesEffect::NextFrame:
                say(fmt::format("{} = {} from the end of this frame", key, value));
                break;
            case run::TakesEffect::AfterReset:
                say(fmt::format("{} = {} concerns the start: reset to see it", key, value));
                break;
        }
        session_.step() == 0 ? beginAgain() : publish();
    });
}

void LiveRun::want(std::vector<std::string> extra) {
    post([this, extra = std::move(extra)] {
        if (extra_ == extra) return;
        extra_ = extra;
        publish();
    });
}

void LiveRun::reload(std::string text) {
    interrupt();
    post([this, text = std::move(text)] {
        stop();
        endRecording();
        if (Status status = session_.reload(text); !status) return say(status.error().message);
        last_frame_ = static_cast<std::uint64_t>(session_.scene().time.frames());
        {
            const std::lock_guard lock(mutex_);
            reloaded_ = true;
        }
        beginAgain();
        say("the scene file has changed: it was read again, and the simulation begins anew");
    });
}

void LiveRun::work() {
    std::unique_lock lock(mutex_);
    while (!quit_) {
        if (!tasks_.empty()) {
            const auto act = std::move(tasks_.front().act);
            tasks_.pop_front();
            working_ = true;
            lock.unlock();
            guarded(act);
            lock.lock();
            working_ = false;
        } else if (playing_) {
            lock.unlock();
            guarded([this] { playOn(); });
            lock.lock();
        } else {
            wake_.wait(lock, [this] { return quit_ || !tasks_.empty(); });
        }
    }
}

/// Without memory there is a message, and no more playing.
void LiveRun::guarded(const std::function<void()>& act) try { act(); } catch (const std::bad_alloc&) {
    say("out of memory; close other programs, or start with a smaller --history");
    const std::lock_guard lock(mutex_);
    playing_ = false;
}

/// Advances by some 10 ms of wall-clock time, and not faster than the speed that was chosen.
void LiveRun::playOn() {
    if (session_.frame() >= last_frame_) return stop();
    const double passed = seconds(Clock::now() - rate_began_);
    if (std::isfinite(speed_)) {
        const double ahead = (session_.time() - rate_time_) / speed_ - passed;
        if (ahead > 0) {
            std::unique_lock lock(mutex_);
            wake_.wait_for(lock, std::chrono::duration<double>(std::min(ahead, 0.05)),
                           [this] { return quit_ || !tasks_.empty(); });
            return;
        }
    }
    const auto began = Clock::now();
    advance([this](run::Session& s, const auto* flag) {
        const std::uint64_t left = last_frame_ * s.clock().steps_per_frame - s.step();
        return s.advanceSteps(std::min(chunk_, left), flag);
    });
    const double took = seconds(Clock::now() - began);
    if (took < 0.005 && chunk_ < 1024) chunk_ *= 2;
    if (took > 0.02 && chunk_ > 1) chunk_ /= 2;
}

void LiveRun::advance(const Advance& how) {
    const std::uint64_t before = session_.step();
    const auto end = how(session_, &interrupt_);
    if (session_.step() > before) rate_steps_ += session_.step() - before;
    std::string problem;
    if (!end && recording_ && end.error().kind == ErrorKind::Storage) {
        failRecording(end.error());
        const std::lock_guard lock(mutex_);
        playing_ = false;
    } else if (!end)
        problem = end.error().message;
    else if (*end == run::Session::End::Diverged)
        problem = fmt::format("the simulation diverged: {}; {}", session_.trouble()->what,
                              session_.trouble()->advice);
    if (!problem.empty()) {
        say(problem);
        endRecording();
        const std::lock_guard lock(mutex_);
        playing_ = false;
    }
    bool playing;
    {
        const std::lock_guard lock(mutex_);
        playing = playing_;
    }
    // While it plays, a copy for each picture is enough. Copying and drawing take time from the simulation,
    // the more the larger the scene is; these numbers were fitted to 100,000 grains and 100,000 particles of
    // water.
    constexpr double shortest = 0.03, longest = 0.2, copies = 100;  // [s], [s], in an interval
    const double interval = std::clamp(copies * copy_seconds_, shortest, longest);
    if (!playing || seconds(Clock::now() - published_) > interval) publish();
}

void LiveRun::goTo(const state::Snapshot& snapshot) {
    if (Status status = session_.restore(snapshot); !status) return say(status.error().message);
    resetRate();
    publish();
}

Status LiveRun::frameEnded(run::Session& session) {
    history_.add(session.snapshot());
    FrameWatcher watcher;
    {
        const std::lock_guard lock(mutex_);
        watcher = watcher_;
    }
    if (watcher)
        if (const std::shared_ptr<const Shot> shot = takeShot()) watcher(shot);
    return success();
}

void LiveRun::watchFrames(FrameWatcher watcher) {
    const std::lock_guard lock(mutex_);
    watcher_ = std::move(watcher);
}

void LiveRun::resetRate() {
    rate_began_ = Clock::now();
    rate_time_ = session_.time();
    rate_steps_ = 0;
}

/// A copy of the state; null where it cannot be made, which is said.
std::shared_ptr<Shot> LiveRun::takeShot() {
    const scene::Simulation& simulation = session_.simulation();
    auto shot = std::make_shared<Shot>();
    shot->number = session_.frame();
    shot->step = session_.step();
    shot->dt = session_.clock().dt();
    shot->counts = simulation.counts();
    if (!scene_ || revision_ != session_.revision()) {
        scene_ = std::make_shared<const scene::Scene>(session_.scene());
        revision_ = session_.revision();
    }
    shot->scene = scene_;
    const auto frame = run::frameOfAll(simulation, extra_);
    if (!frame) {
        say(frame.error().message);
        return nullptr;
    }
    shot->frame.time = frame->time;
    shot->infos = run::fieldInfosOf(simulation, *frame);
    for (const auto& [name, set] : frame->sets) shot->frame.sets.emplace(name, state::ownedCopy(set.view));
    return shot;
}

/// Shows the state in the window.
void LiveRun::publish() {
    published_ = Clock::now();
    auto shot = takeShot();
    if (!shot) return;
    copy_seconds_ = seconds(Clock::now() - published_);
    const double passed = seconds(published_ - rate_began_), simulated = session_.time() - rate_time_;
    auto statistics = stats_.table();
    const std::lock_guard lock(mutex_);
    shot_ = std::move(shot);
    statistics_ = std::move(statistics);
    if (playing_ && passed > 0.2) {
        status_.steps_per_second = static_cast<double>(rate_steps_) / passed;
        status_.slowdown = simulated > 0 ? passed / simulated : 0;
    }
    status_.ended = session_.frame() >= last_frame_;
    status_.frames = last_frame_;
    status_.recording = recording_ ? recording_->folder().string() : std::string();
    status_.history_bytes = history_.bytes();
    status_.history_budget = history_.budget();
    status_.history_frames = history_.frames();
    status_.waiting = session_.waitingForFrame();
    status_.waiting.insert(status_.waiting.end(), session_.waitingForReset().begin(),
                           session_.waitingForReset().end());
}

void LiveRun::say(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
}

std::shared_ptr<const Shot> LiveRun::shot() const {
    const std::lock_guard lock(mutex_);
    return shot_;
}

SourceStatus LiveRun::status() const {
    const std::lock_guard lock(mutex_);
    SourceStatus status = status_;
    status.playing = playing_;
    status.speed = speed_;
    return status;
}

std::shared_ptr<const NumberTable> LiveRun::statistics() const {
    const std::lock_guard lock(mutex_);
    return statistics_;
}

std::vector<std::string> LiveRun::takeMessages() {
    const std::lock_guard lock(mutex_);
    return std::exchange(messages_, {});
}

bool LiveRun::takeReloaded() {
    const std::lock_guard lock(mutex_);
    return std::exchange(reloaded_, false);
}

std::vector<std::pair<std::string, std::string>> LiveRun::takeRefused() {
    const std::lock_guard lock(mutex_);
    return std::exchange(refused_, {});
}

bool LiveRun::idle() const {
    const std::lock_guard lock(mutex_);
    return tasks_.empty() && !working_ && !playing_;
}

}  // namespace talus::viewer

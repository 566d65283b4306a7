#include "talus/run/session/session.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include <fmt/format.h>

#include "talus/run/host.h"

namespace talus::run {

Session::Session(scene::Simulation simulation, std::unique_ptr<Stepper> stepper)
    : simulation_(std::make_unique<scene::Simulation>(std::move(simulation))),
      stepper_(std::move(stepper)),
      exec_(simulation_->exec()) {
    if (step() == 0) return;
    begun_ = true;
    // The run that reached this state has already reported its notes.
    for (const method::Note& note : simulation_->notes(method::Moment::Frame)) reported_.insert(note.about);
}

Result<Session> Session::open(SceneSource source, const exec::Exec& exec, int host_threads,
                              std::string& warnings) {
    auto simulation = source.build(exec, host_threads, warnings);
    if (!simulation) return simulation.error();
    Session session(std::move(*simulation));
    session.source_ = std::move(source);
    session.exec_ = exec;
    session.host_threads_ = host_threads;
    session.start_ = startOf(*session.simulation_);
    return session;
}

Result<Session::End> Session::advanceSteps(std::uint64_t steps, const std::atomic<bool>* pause) {
    std::uint64_t last = step(), left = steps;
    return advance(
        [&] {
            // Counted, because a change of the clock changes the number of the present step.
            if (step() > last) left -= std::min(left, step() - last);
            last = step();
            return left;
        },
        pause);
}

Result<Session::End> Session::advanceToFrame(std::uint64_t frame, const std::atomic<bool>* pause) {
    return advance(
        [&] {
            const std::uint64_t end = frame * clock().steps_per_frame;
            return end - std::min(end, step());
        },
        pause);
}

Result<Session::End> Session::advanceToTime(double time, const std::atomic<bool>* pause) {
    return advance(
        [&] {
            // A time that is a multiple of the step up to round-off counts as that multiple.
            const double end = std::ceil(time / clock().dt() * (1 - 1e-12));
            return end > static_cast<double>(step()) ? static_cast<std::uint64_t>(end) - step() : 0;
        },
        pause);
}

Result<Session::End> Session::advance(const StepsLeft& steps_left, const std::atomic<bool>* pause) try {
    if (!usable_)
        return Error{ErrorKind::Input, "the simulation has failed; restore an earlier state or reset it"};
    const auto end = advanceUnguarded(steps_left, pause);
    if (end && *end == End::Diverged) usable_ = false;
    return end;
} catch (const std::bad_alloc&) {
    usable_ = false;
    return Error{ErrorKind::Runtime,
                 fmt::format("out of memory ({} MB in use); free some memory, or use a machine with more",
                             residentMemory() >> 20)};
}

Result<Session::End> Session::advanceUnguarded(const StepsLeft& steps_left, const std::atomic<bool>* pause) {
    if (!begun_)
        if (Status status = begin(); !status) return status.error();
    const StepEvents events{[this](std::uint64_t reached) {
                                for (Listener* listener : listeners_) listener->computing(*this, reached);
                            },
                            [this](const std::string& text) { note(text); }};
    for (std::uint64_t left = steps_left(); left > 0 && !trouble_; left = steps_left()) {
        if (pause != nullptr && pause->load(std::memory_order_relaxed) && mayPause()) {
            if (Status status = stepper_->update(*simulation_); !status) return status.error();
            return End::Paused;
        }
        const std::uint64_t to_frame = clock().steps_per_frame - stepsInFrame();
        auto report = stepper_->advance(*simulation_, std::min({to_frame, left, stepsToListeners()}), events);
        if (!report) return report.error();
        trouble_ = std::move(report->trouble);
        if (trouble_) break;
        if (Status status = stepped(); !status) return status.error();
        if (stepsInFrame() == 0)
            if (Status status = endFrame(); !status) return status.error();
    }
    return trouble_ ? End::Diverged : End::Reached;
}

bool Session::mayPause() const {
    return std::all_of(listeners_.begin(), listeners_.end(),
                       [this](const Listener* listener) { return listener->mayPause(step()); });
}

std::uint64_t Session::stepsToListeners() const {
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();
    for (const Listener* listener : listeners_) steps = std::min(steps, listener->stepsTo(step()));
    return steps;
}

Status Session::begin() {
    begun_ = true;
    reportNotes(method::Moment::Start);
    if (Status status = stepped(); !status) return status;
    return endFrame();
}

Status Session::stepped() {
    for (Listener* listener : listeners_)
        if (Status status = listener->stepped(*this); !status) return status;
    return success();
}

Status Session::endFrame() {
    trouble_ = simulation_->trouble();
    if (trouble_) return success();
    reportNotes(method::Moment::Frame);
    for (Listener* listener : listeners_)
        if (Status status = listener->frameEnded(*this); !status) return status;
    return applyWaiting();
}

void Session::finish() {
    if (Status ended = stepper_->end(); !ended) note(ended.error().message);
    reportNotes(method::Moment::End);
}

void Session::note(const std::string& text) {
    for (Listener* listener : listeners_) listener->noted(text);
}

void Session::notifyReplaced() {
    for (Listener* listener : listeners_) listener->replaced(*this);
}

/// During a run each subject is reported once.
void Session::reportNotes(method::Moment moment) {
    for (const method::Note& found : simulation_->notes(moment))
        if (moment != method::Moment::Frame || reported_.insert(found.about).second) note(found.text);
}

Result<io::Image> Session::picture(const DrawOptions& options) {
    if (!renderer_ || renderer_options_ != options) {
        auto renderer = FrameRenderer::create(scene(), options);
        if (!renderer) return renderer.error();
        renderer_.emplace(std::move(*renderer));
        renderer_options_ = options;
    }
    return renderer_->draw(*simulation_);
}

Status Session::restore(const state::Snapshot& snapshot) {
    if (Status status = mayJump(); !status) return status;
    state::Snapshot adapted;  // for the present clock, where the length of a step has changed since
    if (clock().time(snapshot.step) != snapshot.time) {
        const auto step = stepAt(snapshot.time, clock());
        if (!step)
            return Error{ErrorKind::Input,
                         fmt::format("the state of {:.6g} s is between two steps of {:.6g} s; restore one of "
                                     "the end of a frame",
                                     snapshot.time, clock().dt())};
        adapted = snapshot;
        adapted.step = *step;
        adapted.time = clock().time(*step);
    }
    const Status restored = simulation_->restore(adapted.tables.empty() ? snapshot : adapted);
    usable_ = restored.ok();
    if (step() > 0) begun_ = true;
    trouble_.reset();
    if (restored) notifyReplaced();
    return restored;
}

}  // namespace talus::run

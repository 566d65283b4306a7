#include "talus/run/session/progress_meter.h"

#include <algorithm>
#include <chrono>

#include "talus/run/host.h"

namespace talus::run {
namespace {

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

ProgressMeter::ProgressMeter(const Session& session, const Recorder& recorder, const Observer& observer)
    : recorder_(recorder),
      observer_(observer),
      rate_time_(now()),
      rate_step_(session.step()),
      first_time_(rate_time_),
      first_step_(rate_step_) {}

Status ProgressMeter::stepped(Session& session) {
    if (session.step() > first_step_) show(session, session.step());
    return success();
}

Status ProgressMeter::frameEnded(Session& session) {
    if (observer_.frame)
        observer_.frame(progress(session, session.step()), {recorder_.names(), recorder_.results()});
    if (session.step() == first_step_) rate_time_ = first_time_ = now();  // frame 0 is not a step
    return success();
}

void ProgressMeter::show(const Session& session, std::uint64_t step) {
    constexpr double shortest_interval = 0.1;  // [s]
    const double time = now();
    if (time - rate_time_ < shortest_interval || step < rate_step_) return;
    const double latest = static_cast<double>(step - rate_step_) / (time - rate_time_);
    // Smoothed over the last few seconds, so that writing a frame does not make the rate jump.
    rate_ = rate_ > 0 ? 0.95 * rate_ + 0.05 * latest : latest;
    rate_time_ = time;
    rate_step_ = step;
    if (observer_.progress) observer_.progress(progress(session, step));
}

Progress ProgressMeter::progress(const Session& session, std::uint64_t step) const {
    const step::Clock& clock = session.clock();
    const auto total = static_cast<double>(recorder_.lastFrame() * clock.steps_per_frame);
    const double left = total - static_cast<double>(step);
    // In the first tenth of a second, use the mean rate of the session.
    const double rate = rate_ > 0            ? rate_
                        : step > first_step_ ? static_cast<double>(step - first_step_) / (now() - first_time_)
                                             : 0;
    return {clock.time(step),
            clock.dt(),
            clock.frame(step),
            recorder_.lastFrame(),
            total > 0 ? static_cast<double>(step) / total : 1,
            step,
            session.simulation().counts(),
            rate,
            rate > 0 ? left / rate : -1,
            recorder_.wallSeconds(),
            residentMemory()};
}

}  // namespace talus::run

#include "viewer/viewer_bench.h"

#include <algorithm>

#include <fmt/format.h>

namespace talus::viewer {
namespace {

constexpr double phase_seconds = 6;

/// The delay that a share of all does not exceed [ms]. @pre sorted
double quantile(const std::vector<double>& delays, double share) {
    if (delays.empty()) return 0;
    return 1e3 * delays[static_cast<std::size_t>(share * static_cast<double>(delays.size() - 1))];
}

}  // namespace

void ViewerBench::begin(Phase phase) {
    phase_ = phase;
    began_ = Clock::now();
    windows_ = pictures_ = 0;
    worst_scale_ = 1;
}

void ViewerBench::update(Viewer& viewer) {
    ++windows_;
    const auto drawn = viewer.drawn();
    if (drawn && drawn != drawn_) {
        ++pictures_;
        drawn_ = drawn;
        worst_scale_ = std::max(worst_scale_, drawn->scale);
    }
    switch (phase_) {
        case Phase::Opening:
            if (!drawn) return;
            first_picture_ = passed();
            return begin(Phase::Orbiting);
        case Phase::Orbiting:
            orbit(viewer);
            if (passed() < phase_seconds) return;
            std::sort(delays_.begin(), delays_.end());
            orbiting_ = fmt::format(
                "orbiting: {:.1f} pictures/s, window {:.1f} /s; camera to picture {:.0f} ms (median), {:.0f} "
                "ms "
                "(95 %); drafts with 1/{:.2g} of the pixels a side\n",
                pictures_ / passed(), windows_ / passed(), quantile(delays_, 0.5), quantile(delays_, 0.95),
                worst_scale_);
            first_step_ = viewer.shot()->step;
            viewer.source().play();
            return begin(Phase::Running);
        case Phase::Running:
            if (passed() < phase_seconds) return;
            running_ = fmt::format("running: {:.1f} pictures/s, window {:.1f} /s, {:.5g} steps/s\n",
                                   pictures_ / passed(), windows_ / passed(),
                                   static_cast<double>(viewer.shot()->step - first_step_) / passed());
            viewer.source().pause();
            phase_ = Phase::Done;
            return;
        case Phase::Done: return;
    }
}

/// Moves the camera in each pass of the window, as a mouse that is dragged does. A delay is the time from a
/// move to its picture; moves that no picture shows are left out.
void ViewerBench::orbit(Viewer& viewer) {
    if (const auto drawn = viewer.drawn())
        while (!moves_.empty()) {
            const auto [camera, time] = moves_.front();
            const bool shown = drawn->view.camera == camera;
            if (!shown && std::none_of(moves_.begin(), moves_.end(),
                                       [&](const auto& move) { return move.first == drawn->view.camera; }))
                break;
            if (shown) delays_.push_back(std::chrono::duration<double>(Clock::now() - time).count());
            moves_.pop_front();
        }
    (void)viewer.execute("orbit 0.5 0");
    moves_.emplace_back(viewer.camera(), Clock::now());
}

std::string ViewerBench::report() const {
    return fmt::format("first picture after {:.2f} s\n{}{}", first_picture_, orbiting_, running_);
}

}  // namespace talus::viewer

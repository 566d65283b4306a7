#include <algorithm>

#include "talus/run/session/session.h"

/// Settings of a session that change while it runs.
namespace talus::run {

Status Session::mayJump() const {
    if (!stepper_->mayJump())
        return Error{ErrorKind::Input,
                     "another program computes the steps, so state and settings cannot be changed"};
    for (const Listener* listener : listeners_)
        if (Status status = listener->mayJump(); !status) return status;
    return success();
}

Result<scene::Simulation> Session::build(const SceneSource& source) {
    std::string warnings;
    auto simulation = source.build(exec_, host_threads_, warnings);
    if (simulation && !warnings.empty()) note(warnings);
    return simulation;
}

void Session::replace(scene::Simulation simulation, SceneSource source) {
    *simulation_ = std::move(simulation);
    source_ = std::move(source);
    renderer_.reset();
    ++revision_;
    notifyReplaced();
}

Result<TakesEffect> Session::set(const std::string& key, const std::string& value) {
    if (!source_)
        return Error{ErrorKind::Input, "this session has no scene file, so its settings cannot be changed"};
    if (Status status = mayJump(); !status) return status.error();
    SceneSource changed = *source_;
    setOverride(changed.overrides, key, value);
    auto simulation = build(changed);
    if (!simulation) return simulation.error();
    removeOverride(for_reset_, key);
    removeOverride(for_frame_, key);

    const auto wait = [&](std::vector<std::string>& list, TakesEffect when) {
        setOverride(list, key, value);
        return when;
    };
    StartState start = startOf(*simulation);
    const state::World& world = simulation_->world();
    if (world.step == 0 && !trouble_) {  // nothing is lost
        start_ = std::move(start);
        begun_ = false;
        reported_.clear();
    } else {
        if (!sameStart(start, start_) || !usable_) return wait(for_reset_, TakesEffect::AfterReset);
        const auto step = stepAt(world.time, simulation->clock());
        if (!step)
            return stepsInFrame() > 0 ? wait(for_frame_, TakesEffect::NextFrame)
                                      : wait(for_reset_, TakesEffect::AfterReset);
        if (!carryState(world, *step, *simulation)) return wait(for_reset_, TakesEffect::AfterReset);
    }
    replace(std::move(*simulation), std::move(changed));
    return TakesEffect::Now;
}

/// At the end of a frame.
Status Session::applyWaiting() {
    for (const std::string& text : std::vector<std::string>(std::move(for_frame_))) {
        const auto [key, value] = splitOverride(text);
        if (auto effect = set(key, value); !effect) return effect.error();
    }
    return success();
}

Status Session::reset() {
    if (!source_) return Error{ErrorKind::Input, "this session has no scene file, so it cannot be reset"};
    SceneSource wanted = *source_;
    for (const auto* list : {&for_frame_, &for_reset_})
        for (const std::string& text : *list) {
            const auto [key, value] = splitOverride(text);
            setOverride(wanted.overrides, key, value);
        }
    return beginWith(std::move(wanted));
}

Status Session::reload(std::string text) {
    if (!source_)
        return Error{ErrorKind::Input, "this session has no scene file, so it cannot be read again"};
    SceneSource wanted = *source_;
    wanted.text = std::move(text);
    wanted.overrides.clear();
    wanted.interaction = {};
    return beginWith(std::move(wanted));
}

Status Session::beginWith(SceneSource source) {
    if (Status status = mayJump(); !status) return status;
    auto simulation = build(source);
    if (!simulation) return simulation.error();
    replace(std::move(*simulation), std::move(source));
    start_ = startOf(*simulation_);
    for_frame_.clear();
    for_reset_.clear();
    reported_.clear();
    trouble_.reset();
    begun_ = false;
    usable_ = true;
    return success();
}

}  // namespace talus::run

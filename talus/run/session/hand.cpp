#include "talus/run/session/hand.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/run/session/session.h"

namespace talus::run {
namespace {

/// From one vector towards another, at most by a length.
Vec3d towards(const Vec3d& from, const Vec3d& to, double farthest) {
    const Vec3d way = to - from;
    const double distance = length(way);
    return distance <= farthest ? to : from + way * (farthest / distance);
}

/// Drops the keyframes behind the one that follows a time [s]: after a return to an earlier state the motion
/// goes on from there.
void dropLater(environment::Keyframes& keys, double time) {
    const auto next = std::upper_bound(keys.times.begin(), keys.times.end(), time);
    constexpr std::ptrdiff_t fewest = 2;
    const auto kept = static_cast<std::size_t>(std::max(fewest, next - keys.times.begin() + 1));
    if (kept >= keys.times.size()) return;
    keys.times.resize(kept);
    keys.positions.resize(kept);
    if (!keys.rotations.empty()) keys.rotations.resize(kept);
}

}  // namespace

std::shared_ptr<environment::Keyframes> firstKeyframes(const Session& session, bool rotates) {
    auto keys = std::make_shared<environment::Keyframes>();
    const double time = session.entryTime();
    keys->times = {time, time + session.clock().dt()};
    keys->positions = {{}, {}};
    if (rotates) keys->rotations = {{}, {}};
    return keys;
}

std::uint64_t Hand::stepsPerKey(const Session& session) const {
    return std::max<std::uint64_t>(1, session.clock().steps_per_frame / keys_per_frame_);
}

Status Hand::move(Session& session, const std::string& object, const Target& target) {
    const SceneSource* source = session.source();
    const auto& objects = source ? source->interaction.objects() : std::vector<UserObject>{};
    const auto found = std::find_if(objects.begin(), objects.end(),
                                    [&](const UserObject& other) { return other.name == object; });
    if (found == objects.end() || !found->keyframes)
        return Error{ErrorKind::Input, fmt::format("the hand does not hold '{}'", object)};
    if (found->keyframes->rotations.empty() && target.rotation != Vec3d{})
        return Error{ErrorKind::Input, fmt::format("'{}' can be displaced, not rotated", object)};
    dropLater(*found->keyframes, session.time());
    targets_[object] = target;
    next_ = session.step();
    return stepped(session);
}

std::uint64_t Hand::stepsTo(std::uint64_t step) const {
    if (targets_.empty()) return Listener::stepsTo(step);
    return next_ > step ? next_ - step : 1;
}

Status Hand::stepped(Session& session) {
    if (targets_.empty() || session.step() < next_) return success();
    std::erase_if(targets_, [&](const auto& moved) { return !follow(session, moved.first, moved.second); });
    next_ = session.step() + stepsPerKey(session);
    return success();
}

/// Adds the next keyframe. @return whether the object is still on its way
bool Hand::follow(Session& session, const std::string& name, const Target& target) {
    const auto& objects = session.source()->interaction.objects();
    const auto object = std::find_if(objects.begin(), objects.end(),
                                     [&](const UserObject& other) { return other.name == name; });
    if (object == objects.end()) return false;
    environment::Keyframes& keys = *object->keyframes;
    const double now = session.time(), dt = session.clock().dt();
    if (keys.times.back() > now + dt) return true;  // it moves already
    const bool rotates = !keys.rotations.empty();
    const Vec3d position = keys.positions.back(), rotation = rotates ? keys.rotations.back() : Vec3d{};
    if (position == target.displacement && rotation == target.rotation) return false;
    const auto add = [&](double time, const Vec3d& at, const Vec3d& turned) {
        keys.times.push_back(time);
        keys.positions.push_back(at);
        if (rotates) keys.rotations.push_back(turned);
    };
    // Between two steps, so that no step sees whether a key is at its end or behind it.
    if (keys.times.back() < now) add(now + 0.5 * dt, position, rotation);
    const double end = now + (static_cast<double>(stepsPerKey(session)) + 0.5) * dt;
    const double interval = end - keys.times.back();
    add(end, towards(position, target.displacement, target.speed * interval),
        towards(rotation, target.rotation, target.spin * interval));
    return true;
}

void Hand::replaced(Session& session) { next_ = std::min(next_, session.step()); }

}  // namespace talus::run

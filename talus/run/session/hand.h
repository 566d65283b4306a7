#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "talus/math/vec.h"
#include "talus/run/session/interaction.h"
#include "talus/run/session/listener.h"

namespace talus::run {

/// The first keyframes of an object that the user is going to move: it rests from the time at which it
/// enters.
/// @param rotates false: it can only be displaced, as walls of the scene
std::shared_ptr<environment::Keyframes> firstKeyframes(const Session& session, bool rotates);

/// Moves objects of a session towards where a user wants them, and no faster than a speed. It adds keyframes
/// to their motions (Interaction) as the session goes on, always after the end of the present step, so that
/// the recorded motions give the same bits.
class Hand final : public Listener {
  public:
    /// @param keys_per_frame number of keyframes in a frame of the run while something moves, >= 1
    explicit Hand(std::uint64_t keys_per_frame = 8) : keys_per_frame_(keys_per_frame) {}

    struct Target {
        Vec3d displacement;  ///< from the position at the start of its motion [m]
        Vec3d rotation;      ///< axis times angle, about the object's pivot [rad]
        double speed = 1;    ///< the largest of the object's pivot [m/s], > 0
        double spin = 1;     ///< the largest angular speed [rad/s], > 0
    };
    /// Where an object is to be. Errors: Input where the session has no such object, or one that the user
    /// does not move.
    Status move(Session& session, const std::string& object, const Target& target);

    std::uint64_t stepsTo(std::uint64_t step) const override;
    Status stepped(Session& session) override;
    void replaced(Session& session) override;

  private:
    bool follow(Session& session, const std::string& name, const Target& target);
    std::uint64_t stepsPerKey(const Session& session) const;

    std::uint64_t keys_per_frame_;
    std::map<std::string, Target> targets_;  ///< of objects that are not there yet
    std::uint64_t next_ = 0;                 ///< step of the next keyframe
};

}  // namespace talus::run

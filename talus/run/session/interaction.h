#pragma once
#include <memory>
#include <string>
#include <vector>

#include "talus/scene/scene.h"

namespace talus::run {

/// A vector as a value of a scene file, which reads as the same numbers.
std::string vectorText(const Vec3d& v);

/// Something that a user added to a running scene, or that he moves.
struct UserObject {
    std::string name;                 ///< of the body, group or wall that moves
    std::vector<std::string> tables;  ///< each a table of the scene file; empty for a wall of the scene
    /// How the user moved it; null: it does not move by the user. Shared with the simulation (Motion::input).
    /// Without rotations where it must not rotate.
    std::shared_ptr<environment::Keyframes> keyframes;
    Vec3d pivot;  ///< its rotations are about this point of it, at the start of its motion [m]
};

/// What a user did with objects while a scene ran, as tables of a scene file. A run of the scene file with
/// these tables behind it has the same bits.
class Interaction {
  public:
    void add(UserObject object) { objects_.push_back(std::move(object)); }
    const std::vector<UserObject>& objects() const { return objects_; }
    /// Null: there is none of that name.
    UserObject* find(const std::string& name);
    /// Writes when the bodies of an object leave the scene, and when its sources stop [s].
    static void setEnd(UserObject& object, double time);
    bool empty() const { return objects_.empty(); }

    /// The tables, with all motions so far.
    std::string toToml() const;
    /// Lets the motions of a scene that was read with these tables share their keyframes.
    void attachTo(scene::Scene& scene) const;

  private:
    std::vector<UserObject> objects_;  ///< in the order in which they were added
};

}  // namespace talus::run

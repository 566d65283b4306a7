#pragma once
#include <string>
#include <vector>

#include "talus/picture/camera.h"
#include "talus/run/frames.h"
#include "talus/run/picture/subject.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// A camera of a scene, or one that follows from the scene. Where it is depends only on the scene, the time
/// and the state of the frame, never on other frames.
class SceneCamera {
  public:
    /// @param name of a [[camera]]; "auto": shows the whole scene; "orbit", where no [[camera]] has that
    /// name: turns once around the scene during the run; empty: the first of the scene, or "auto" Error
    /// (Input) with the names of the cameras.
    static Result<SceneCamera> find(const scene::Scene& scene, const std::string& name);

    const std::string& name() const { return camera_.name; }
    /// Whether it depends on the time or the frame.
    bool moves() const { return !shows_all_ && camera_.kind != scene::Camera::Kind::Fixed; }
    /// Fields of points that at() needs.
    std::vector<std::string> fields() const;
    /// The camera at the time of a frame. Error (Input) where it follows a body or what flows and the frame
    /// lacks the bodies or the velocities.
    /// @param aspect width / height of the picture
    Result<picture::Camera> at(const scene::Scene& scene, const Frame& frame, double aspect) const;

  private:
    scene::Camera camera_;
    bool shows_all_ = false;  ///< "auto"
    Subject subject_;         ///< where it is needed
};

/// All names that SceneCamera::find() takes: those of the scene, then "auto" and "orbit".
std::vector<std::string> cameraNames(const scene::Scene& scene);

}  // namespace talus::run

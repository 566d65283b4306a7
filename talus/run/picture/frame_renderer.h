#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "talus/render/renderer.h"
#include "talus/run/frames.h"
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/scene_camera.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// How a run is drawn. Options that are empty are taken from the scene's [render] and first camera.
struct DrawOptions {
    std::string camera;                            ///< name, as of SceneCamera::find()
    std::optional<picture::Camera> view = {};      ///< in place of a camera of the scene
    std::optional<std::pair<int, int>> size = {};  ///< [pixels]
    std::string colour = {};  ///< "material", a field of the grains, or "height" or "slope" of the ground;
                              ///< empty: the scene's
    std::optional<double> contours = {};  ///< height between two contour lines [m]; 0: no lines
    bool logarithmic = false;             ///< the scale of colours
    Look look = {};                       ///< what is shown, and how

    bool operator==(const DrawOptions&) const = default;
};

/// Draws frames of one scene in memory. It is costly to make (render::Renderer).
class FrameRenderer {
  public:
    /// Error (Input) that lists the cameras or colours when one is unknown; Runtime without OpenGL.
    static Result<FrameRenderer> create(const scene::Scene& scene, const DrawOptions& options);

    /// The name of the camera; "view" where the options have one of their own.
    const std::string& camera() const { return camera_name_; }
    /// Errors: Input when a field is missing; Runtime as Renderer::draw.
    Result<io::Image> draw(const Frame& frame);
    Result<io::Image> draw(const scene::Simulation& simulation);

  private:
    explicit FrameRenderer(const scene::Scene& scene) : scene_(scene) {}

    scene::Scene scene_;
    std::string camera_name_;
    SceneCamera camera_;
    std::optional<picture::Camera> view_;  ///< in its place
    double aspect_ = 1;
    method::PictureStyle style_;
    Look look_;
    std::vector<std::string> fields_;  ///< of points
    std::unique_ptr<render::Renderer> renderer_;
};

}  // namespace talus::run

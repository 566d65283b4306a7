#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "talus/render/renderer.h"
#include "talus/run/frames.h"
#include "talus/run/picture/frame_picture.h"
#include "talus/run/picture/picture_passes.h"
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
    render::Level quality = render::Level::Final;
    bool transparent = false;  ///< alpha in place of the background; no caption, legend and
                               ///< table below the scene; not for drafts
    bool caption = true;       ///< the time
    int blur = 1;              ///< pictures of which motion blur is the mean, 1 to 256; 1: no blur
    double shutter = 1;        ///< share of the time between two frames that a blurred picture shows, 0 to 1
    Passes passes = {};        ///< written beside the pictures

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
    /// @param before the frame before, for motion blur; null: it is drawn without
    Result<io::Image> draw(const Frame& frame, const Frame* before = nullptr);
    /// The picture in scene-linear light, with the passes of the options.
    /// @param before for motion and motion blur; null: nothing has moved
    Result<io::PassImage> drawPasses(const Frame& frame, const Frame* before);
    /// Whether the frame before matters to a picture.
    bool needsBefore() const { return options_.blur > 1 || options_.passes.motion; }
    const Passes& passes() const { return options_.passes; }
    Result<io::Image> draw(const scene::Simulation& simulation);

  private:
    explicit FrameRenderer(const scene::Scene& scene) : scene_(scene) {}
    Result<FramePicture> pictureAt(const Frame& frame) const;
    /// The time of the k-th picture of motion blur, as of pictureBetween().
    double shareOf(int k) const;
    Result<io::Image> drawOne(const picture::Picture& picture);
    Result<io::Image> drawBlurred(const picture::Picture& picture, const EarlierPositions& earlier);
    Result<render::LightImage> lightOf(const picture::Picture& picture, const EarlierPositions* earlier);

    scene::Scene scene_;
    DrawOptions options_;
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

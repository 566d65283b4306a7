#pragma once
#include <atomic>
#include <memory>
#include <optional>

#include "talus/render/renderer.h"
#include "talus/run/frames.h"
#include "talus/scene/simulation.h"

namespace talus::run {

/// How a run is drawn. Options that are empty are taken from the scene's [render] and first camera.
struct DrawOptions {
    std::string camera;  ///< name; empty: the first; "auto": a camera that shows everything
    std::optional<std::pair<int, int>> size;  ///< [pixels]
    std::string colour;  ///< "material", a field of the grains, or "height" or "slope" of the ground; empty:
                         ///< the scene's
    std::optional<double> contours;  ///< height between two contour lines [m]; 0: no lines
};

/// Draws frames of one scene as numbered PNG files, images/CAMERA.NNNN.png.
class FrameDrawer {
  public:
    /// Error (Input) that lists the cameras or fields when one is unknown; Runtime without OpenGL.
    static Result<FrameDrawer> create(const scene::Scene& scene, const ConfinedPath& folder,
                                      const DrawOptions& options);

    /// Fields of points that a picture needs beside the position.
    const std::vector<std::string>& fields() const { return fields_; }
    /// Errors: Input when a field is missing; Storage.
    Status draw(std::uint64_t number, const Frame& frame);
    Status draw(std::uint64_t number, const scene::Simulation& simulation);

    ConfinedPath picturePath(std::uint64_t frame) const;

    /// Makes a video of the pictures of these frames, in this order.
    /// @param stop ends the encoding when it becomes true
    Result<Path> film(const std::vector<std::uint64_t>& frames, const Path& output,
                      const std::atomic<bool>* stop = nullptr) const;

  private:
    FrameDrawer(const scene::Scene& scene, ConfinedPath folder) : scene_(scene), folder_(std::move(folder)) {}

    scene::Scene scene_;
    ConfinedPath folder_;
    std::string camera_name_;
    picture::Camera camera_;
    method::PictureStyle look_;
    std::vector<std::string> fields_;
    std::unique_ptr<render::Renderer> renderer_;
};

/// The walls of a scene at a simulated time [s], with light and background, without grains and water.
picture::Picture stageOf(const scene::Scene& scene, double time);
/// The box that a camera should show over the whole run: walls, fills, and where emitters pour.
geometry::Box extentOf(const scene::Scene& scene);

}  // namespace talus::run

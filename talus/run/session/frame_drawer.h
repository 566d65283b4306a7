#pragma once
#include <atomic>
#include <vector>

#include "talus/run/folder.h"
#include "talus/run/picture/frame_renderer.h"
#include "talus/run/session/listener.h"

namespace talus::run {

/// Draws frames of one scene as numbered PNG files, images/CAMERA.NNNN.png, and the passes of the options as
/// images/CAMERA.NNNN.exr.
class FrameDrawer {
  public:
    /// Errors as FrameRenderer::create; Storage.
    static Result<FrameDrawer> create(const scene::Scene& scene, const ConfinedPath& folder,
                                      const DrawOptions& options);

    /// Errors as FrameRenderer::draw; Storage.
    /// @param before the frame before, where needsBefore(); null: there is none
    Status draw(std::uint64_t number, const Frame& frame, const Frame* before = nullptr);
    bool needsBefore() const { return renderer_.needsBefore(); }
    Status draw(std::uint64_t number, const scene::Simulation& simulation);

    ConfinedPath picturePath(std::uint64_t frame) const;

    /// Makes a video of the pictures of these frames, in this order.
    /// @param stop ends the encoding when it becomes true
    Result<Path> film(const std::vector<std::uint64_t>& frames, const Path& output,
                      const std::atomic<bool>* stop = nullptr) const;
    /// Makes video.mp4 of all frames of a run. Frames that have no picture yet are drawn first.
    Result<Path> filmRun(const Path& run, const std::atomic<bool>* stop = nullptr);

  private:
    FrameDrawer(FrameRenderer renderer, ConfinedPath folder, double frame_rate)
        : renderer_(std::move(renderer)), folder_(std::move(folder)), frame_rate_(frame_rate) {}
    Status write(std::uint64_t number, const Result<io::Image>& image) const;

    FrameRenderer renderer_;
    ConfinedPath folder_;
    double frame_rate_;  ///< of videos [1/s]
};

/// Draws each frame of a session.
class PictureRecorder final : public Listener {
  public:
    explicit PictureRecorder(FrameDrawer& drawer) : drawer_(drawer) {}
    Status frameEnded(Session& session) override;

  private:
    FrameDrawer& drawer_;
};

}  // namespace talus::run

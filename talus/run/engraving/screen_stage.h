#pragma once
#include "talus/picture/screen/lighting.h"
#include "talus/render/renderer.h"
#include "talus/run/engraving/engraver.h"
#include "talus/run/picture/frame_picture.h"

namespace talus::run {

/// Draws a scene with its screen in it: one on the ground, or a volume.
class ScreenStage {
  public:
    /// Errors: Input where there is no such camera; Runtime without OpenGL.
    static Result<ScreenStage> create(const scene::Scene& scene,
                                      const picture::engraved::ScreenSettings& settings);

    std::vector<std::string> fields() const { return fields_; }
    /// The ground with the screen on it as relief, lit by the sun, among all that the frame shows.
    Result<io::Image> drawGround(const exec::Exec& exec, const Engraver& engraver,
                                 const picture::engraved::Lighting& lighting, const Frame& frame) const;
    /// The volume as a cloud in place of the points that press it.
    Result<io::Image> drawVolume(const exec::Exec& exec, const Engraver& engraver,
                                 const picture::engraved::Lighting& lighting, const Frame& frame) const;

  private:
    explicit ScreenStage(const scene::Scene& scene) : scene_(scene) {}
    Result<FramePicture> pictureAt(const Frame& frame, const Look& look) const;

    const scene::Scene& scene_;
    SceneCamera camera_;
    method::PictureStyle style_;
    std::vector<std::string> fields_;
    std::unique_ptr<render::Renderer> renderer_;
};

}  // namespace talus::run

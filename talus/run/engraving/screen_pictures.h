#pragma once
#include <optional>

#include "talus/io/image.h"
#include "talus/picture/screen/lighting.h"
#include "talus/run/engraving/engraver.h"
#include "talus/run/engraving/screen_stage.h"

namespace talus::run {

/// Draws what an engraver has engraved, as engraved.NNNN.png. A screen in a picture or a plane is lit by
/// itself; one on the ground, or a volume, is drawn in its scene.
class ScreenPictures {
  public:
    static constexpr const char* name = "engraved";

    /// Errors: Input, those of Lighting::parse; Runtime without OpenGL, where the scene is drawn as well.
    /// @param scene must outlive the result
    static Result<ScreenPictures> create(const scene::Scene& scene,
                                         const picture::engraved::ScreenSettings& settings,
                                         const exec::Exec& exec);

    /// Fields of points that drawing needs.
    std::vector<std::string> fields() const { return stage_ ? stage_->fields() : std::vector<std::string>(); }
    bool drawsScene() const { return stage_.has_value(); }
    Result<io::Image> draw(const Engraver& engraver, const Frame& frame) const;
    /// Writes the picture of a frame, and the values where the settings ask for them: an EXR file, or a VDB
    /// file of a volume.
    Status write(const ConfinedPath& folder, std::uint64_t number, const Engraver& engraver,
                 const Frame& frame) const;

  private:
    explicit ScreenPictures(const exec::Exec& exec) : exec_(exec) {}

    exec::Exec exec_;
    picture::engraved::Lighting lighting_;
    std::optional<ScreenStage> stage_;  ///< with onto = ground or volume
};

}  // namespace talus::run

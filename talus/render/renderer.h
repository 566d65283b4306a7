#pragma once
#include <atomic>
#include <memory>

#include "talus/io/image.h"
#include "talus/picture/picture.h"
#include "talus/render/light_image.h"
#include "talus/render/pixel_data.h"

namespace talus::render {

/// What is drawn. Draft: one pass with sunlight and skylight, without shadows and occlusion; grains are
/// smooth balls, liquids and sprites are drawn as balls. Final: everything. Best: as Final, with soft shadows
/// and occlusion that are sampled more finely.
enum class Level { Draft, Final, Best };

/// Quality against time. The defaults are for finished pictures.
struct Quality {
    int samples = 2;           ///< per pixel along each axis, 1 to 4; 2 gives smooth edges; drafts have one
    int shadow_texels = 2048;  ///< along a side of the shadow map, 256 to 8192
    bool skip_hidden = true;   ///< do not draw balls that others hide completely; does not change the picture
    Level level = Level::Final;
};
Quality draftQuality();
Quality qualityOf(Level level);
Quality bestQuality();  ///< nine samples in a pixel, and a shadow map of 8192 texels

/// Draws pictures of one size, without a display or a graphics card. Creating a renderer takes a
/// tenth of a second or more, so keep one for a whole run. Different threads may use it, but only one at a
/// time.
class Renderer {
  public:
    /// Each side is 16 to 8192 pixels, with at most 34 million pixels and 136 million samples in all (4 GB).
    /// Errors: Input for another size or quality; Runtime if there is no OpenGL 4.5 or not enough memory.
    static Result<std::unique_ptr<Renderer>> create(int width, int height, const Quality& quality = {});
    ~Renderer();

    /// Draws the picture with its legend and caption. The same picture gives the same bytes on the same
    /// machine. Errors: Input as from checkPicture, or for a scene that is too large or too small; Runtime if
    /// graphics memory runs out.
    /// @param stop once it is true, drawing ends soon, with an error that says so
    Result<io::Image> draw(const picture::Picture& picture, const std::atomic<bool>* stop = nullptr);
    /// Draws the picture of the last call from another camera. Drafts do not look at its things again.
    /// @param picture that picture; only its camera may be another
    Result<io::Image> drawAgain(const picture::Picture& picture);
    /// The same without legend and caption, and transparent where there is nothing but the background. What
    /// liquids refract and reflect stays the background of the picture. Not for drafts.
    Result<io::Image> drawTransparent(const picture::Picture& picture);
    /// The same picture in scene-linear light, without legend and caption, for programs that compose
    /// pictures.
    /// @param transparent as of drawTransparent(); not for drafts
    Result<LightImage> light(const picture::Picture& picture, bool transparent);
    /// What the middle of each pixel shows. Grains have their facets, liquids their surface. Sprites,
    /// translucent things and the foam on liquids are left out.
    Result<PixelData> data(const picture::Picture& picture);

  private:
    struct Parts;
    explicit Renderer(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace talus::render

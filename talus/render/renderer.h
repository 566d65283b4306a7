#pragma once
#include <memory>

#include "talus/io/image.h"
#include "talus/picture/picture.h"

namespace talus::render {

/// Quality against time. The defaults are for finished pictures.
struct Quality {
    int samples = 2;           ///< per pixel along each axis, 1 to 4; 2 gives smooth edges
    int shadow_texels = 2048;  ///< along a side of the shadow map, 256 to 8192
    bool skip_hidden = true;   ///< do not draw balls that others hide completely; does not change the picture
};

/// Draws pictures of one size, without a display or a graphics card. Creating a renderer takes a
/// tenth of a second or more, so keep one for a whole run. Different threads may use it, but only one at a
/// time.
class Renderer {
  public:
    /// Each side is 16 to 8192 pixels, with at most 34 million pixels in all. Errors: Input for another size
    /// or quality; Runtime if there is no OpenGL 4.5 or not enough memory.
    static Result<std::unique_ptr<Renderer>> create(int width, int height, const Quality& quality = {});
    ~Renderer();

    /// Draws the picture with its legend and caption. The same picture gives the same bytes on the same
    /// machine. Errors: Input as from checkPicture, or for a scene that is too large or too small; Runtime if
    /// graphics memory runs out.
    Result<io::Image> draw(const picture::Picture& picture);

  private:
    struct Parts;
    explicit Renderer(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace talus::render

#pragma once
#include <memory>

#include "talus/io/image.h"
#include "talus/picture/picture.h"

namespace talus::render {

/// Time against beauty; the defaults are for finished pictures.
struct Quality {
    int samples = 2;           ///< along each axis of a pixel, 1 to 4; 2 gives smooth edges
    int shadow_texels = 2048;  ///< a side of the shadow map, 256 to 8192
    bool skip_hidden = true;   ///< leave out balls that others hide whole; changes the time, not the picture
};

/// Draws pictures of one size, without a display or a graphics card. A renderer is costly to make (a tenth of
/// a second or more) and meant to be kept for a whole run. It may move between threads but draws for one at a
/// time.
class Renderer {
  public:
    /// Each side 16 to 8192 pixels and at most 34 million pixels in all. Errors: Input for another size
    /// or quality, Runtime when there is no OpenGL 4.5 or no memory for the size.
    static Result<std::unique_ptr<Renderer>> create(int width, int height, const Quality& quality = {});
    ~Renderer();

    /// The picture with its legend and caption. The same picture gives the same bytes on the same machine.
    /// Errors: Input as from checkPicture, Runtime when memory on the graphics side runs out.
    Result<io::Image> draw(const picture::Picture& picture);

  private:
    struct Parts;
    explicit Renderer(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace talus::render

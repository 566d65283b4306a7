#include "talus/render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "talus/render/gl/egl_context.h"
#include "talus/render/liquid/liquid_picture.h"
#include "talus/render/overlay.h"
#include "talus/render/passes/passes.h"

namespace talus::render {

struct Renderer::Parts {
    struct Passes {
        ShadowPass shadow;
        HiddenPass hidden;
        GeometryPass geometry;
        OcclusionPass occlusion;
        ShadingPass shading;
    };
    std::unique_ptr<EglContext> context;
    DrawSize size;
    std::optional<Passes> passes;
    struct SpritePasses {
        SpritePass sprites;
        ShadingPass shading;
    };
    std::optional<SpritePasses> sprite_passes;  ///< made with the first picture that has sprites

    Status createPasses();
    Status createSpritePasses();
    std::optional<LiquidPicture> liquid_picture;  ///< made with the first picture that has a liquid

    /// Makes the sprites. It needs the shadow map for the sunlight on them.
    using MakeSprites = std::function<SpriteData(const ShadowMap&)>;
    /// Returns the frame buffer that holds the picture. @param make_sprites empty: there are no sprites
    Result<GLuint> drawPasses(const SceneData& data, const FrameConstants& constants,
                              const MakeSprites& make_sprites, const LiquidData* liquid);
    io::Image readBack(GLuint framebuffer) const;
};

Status Renderer::Parts::createPasses() {
    auto shadow = ShadowPass::create(size);
    if (!shadow.ok()) return shadow.error();
    auto hidden = HiddenPass::create(size);
    if (!hidden.ok()) return hidden.error();
    auto geometry = GeometryPass::create(size);
    if (!geometry.ok()) return geometry.error();
    auto occlusion = OcclusionPass::create(size);
    if (!occlusion.ok()) return occlusion.error();
    auto shading = ShadingPass::create(size, {});
    if (!shading.ok()) return shading.error();
    passes.emplace(Passes{std::move(*shadow), std::move(*hidden), std::move(*geometry), std::move(*occlusion),
                          std::move(*shading)});
    return success();
}

Status Renderer::Parts::createSpritePasses() {
    auto sprites = SpritePass::create(size);
    if (!sprites.ok()) return sprites.error();
    auto shading = ShadingPass::create(size, {.sprites = true});
    if (!shading.ok()) return shading.error();
    sprite_passes.emplace(SpritePasses{std::move(*sprites), std::move(*shading)});
    return success();
}

Result<GLuint> Renderer::Parts::drawPasses(const SceneData& data, const FrameConstants& constants,
                                           const MakeSprites& make_sprites, const LiquidData* liquid) {
    if (make_sprites && !sprite_passes)
        if (const Status made = createSpritePasses(); !made.ok()) return made.error();
    if (liquid != nullptr && !liquid_picture) {
        auto made = LiquidPicture::create(size);
        if (!made.ok()) return made.error();
        liquid_picture = std::move(*made);
    }
    const SceneBuffers scene = upload(data);
    const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
    passes->shadow.draw(scene, constants);
    passes->hidden.draw(scene);
    passes->geometry.draw(scene, passes->hidden);
    passes->occlusion.draw(passes->geometry);
    SpritePass* sprites = nullptr;
    if (make_sprites) {
        sprites = &sprite_passes->sprites;
        sprites->prepare(make_sprites(passes->shadow.shadowMap()));
    }
    if (liquid != nullptr)
        return liquid_picture->draw(upload(*liquid, constants), constants,
                                    {passes->geometry, passes->shadow, passes->occlusion, sprites});
    if (sprites != nullptr) sprites->draw(passes->geometry.depth());
    const ShadingPass& shading = sprites != nullptr ? sprite_passes->shading : passes->shading;
    shading.draw(passes->geometry, passes->shadow, passes->occlusion, sprites, nullptr);
    return shading.framebuffer();
}

/// Copies the picture to main memory. Rows of OpenGL run from the bottom up, rows of an image from the top
/// down.
io::Image Renderer::Parts::readBack(GLuint framebuffer) const {
    io::Image image(size.width, size.height);
    const std::size_t row = std::size_t(size.width) * 3;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    for (int y = 0; y < size.height / 2; ++y)
        std::swap_ranges(image.pixel(0, y), image.pixel(0, y) + row, image.pixel(0, size.height - 1 - y));
    return image;
}

Renderer::Renderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Renderer::~Renderer() {
    const EglContext::Scope scope(*parts_->context);
    parts_->liquid_picture.reset();
    parts_->sprite_passes.reset();
    parts_->passes.reset();
}

Result<std::unique_ptr<Renderer>> Renderer::create(int width, int height, const Quality& quality) {
    constexpr int min_side = 16, max_side = 8192;
    constexpr long max_pixels = 34'000'000;
    if (width < min_side || height < min_side || width > max_side || height > max_side ||
        long{width} * height > max_pixels)
        return Error{ErrorKind::Input,
                     fmt::format("a picture of {} x {} pixels cannot be drawn; each side must be {} "
                                 "to {}, and the whole at most {} million pixels",
                                 width, height, min_side, max_side, max_pixels / 1'000'000)};
    if (quality.samples < 1 || quality.samples > 4 || quality.shadow_texels < 256 ||
        quality.shadow_texels > 8192 || quality.samples * std::max(width, height) > 2 * max_side)
        return Error{
            ErrorKind::Input,
            fmt::format("a picture needs 1 to 4 samples per pixel along an axis, at most {} samples along a "
                        "side, and a "
                        "shadow map of 256 to 8192 texels along a side; not {} samples and {} texels",
                        2 * max_side, quality.samples, quality.shadow_texels)};
    auto context = EglContext::create();
    if (!context.ok()) return context.error();
    auto parts = std::make_unique<Parts>();
    parts->context = std::move(*context);
    parts->size = {width, height, quality.samples, quality.shadow_texels, quality.skip_hidden};
    std::unique_ptr<Renderer> renderer(new Renderer(std::move(parts)));
    const EglContext::Scope scope(*renderer->parts_->context);
    if (!scope.ok()) return Error{ErrorKind::Runtime, "the OpenGL context could not be made current"};
    if (const Status made = renderer->parts_->createPasses(); !made.ok()) return made.error();
    if (const GLenum trouble = glGetError(); trouble != GL_NO_ERROR)
        return Error{
            ErrorKind::Runtime,
            fmt::format("there is not enough graphics memory for a picture of {} x {} pixels (OpenGL error "
                        "{:#x}); choose a smaller size",
                        width, height, trouble)};
    return renderer;
}

Result<io::Image> Renderer::draw(const picture::Picture& picture) {
    if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const DrawSize& size = parts_->size;
    const geometry::Box bounds = picture.extent.value_or(boundsOf(picture));
    const Focus focus = focusOf(picture, bounds, double(size.width) / size.height);
    if (!std::isfinite(focus.radius) || !(focus.radius > 0))
        return Error{ErrorKind::Input,
                     "the scene or the camera's distance is too large or too small to be drawn"};
    const SceneData data = sceneData(picture, focus, size);
    constexpr std::size_t max_balls = 700'000'000, max_corners = 2'000'000'000;
    if (data.balls.size() > max_balls || data.solid.size() > max_corners)
        return Error{ErrorKind::Input,
                     "a picture holds at most 700 million spheres and 600 million triangles"};

    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return Error{ErrorKind::Runtime, "the OpenGL context could not be made current"};
    const FrameConstants constants = frameConstants(picture, focus, bounds, size);
    Parts::MakeSprites make_sprites;
    if (hasSprites(picture))
        make_sprites = [&](const ShadowMap& sun) { return spriteData(picture, focus, constants, size, sun); };
    LiquidData liquid;
    if (hasLiquids(picture)) liquid = liquidData(picture, focus);
    if (liquid.balls.size() > max_balls)
        return Error{ErrorKind::Input, "a picture holds at most 700 million particles of liquids"};
    const Result<GLuint> drawn =
        parts_->drawPasses(data, constants, make_sprites, liquid.balls.empty() ? nullptr : &liquid);
    if (!drawn.ok()) return drawn.error();
    io::Image image = parts_->readBack(*drawn);
    if (const GLenum trouble = glGetError(); trouble != GL_NO_ERROR)
        return Error{ErrorKind::Runtime,
                     fmt::format("the picture could not be drawn (OpenGL error {:#x}); a smaller "
                                 "size needs less memory",
                                 trouble)};
    drawOverlay(image, picture);
    return image;
}

}  // namespace talus::render

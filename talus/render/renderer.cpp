#include "talus/render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "talus/render/draft/draft_pass.h"
#include "talus/render/gl/egl_context.h"
#include "talus/render/liquid/liquid_picture.h"
#include "talus/render/overlay.h"
#include "talus/render/passes/coverage_pass.h"
#include "talus/render/passes/passes.h"
#include "talus/render/passes/thing_pass.h"
#include "talus/render/transparent.h"

namespace talus::render {
namespace {

Error stopped() { return {ErrorKind::Interrupted, "the picture was no longer wanted"}; }

/// Copies a picture to main memory. Rows of OpenGL run from the bottom up, rows of an image from the top
/// down. Four bytes a pixel are what the texture has: to ask for three is slower.
io::Image readBack(GLuint framebuffer, const DrawSize& size) {
    io::Image image(size.width, size.height);
    std::vector<std::uint8_t> rows(std::size_t(size.width) * std::size_t(size.height) * 4);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const std::uint8_t* from = rows.data();
    for (int y = size.height - 1; y >= 0; --y) {
        std::uint8_t* to = image.pixel(0, y);
        for (int x = 0; x < size.width; ++x, from += 4, to += 3) {
            to[0] = from[0];
            to[1] = from[1];
            to[2] = from[2];
        }
    }
    return image;
}

Status checkSize(int width, int height, const Quality& quality) {
    constexpr int min_side = 16, max_side = 8192;
    constexpr long max_pixels = 34'000'000, max_samples = 4 * max_pixels;
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
    const long samples = long{width} * height * quality.samples * quality.samples;
    if (samples > max_samples)
        return Error{ErrorKind::Input,
                     fmt::format("a picture of {} x {} pixels with {} samples in each needs more than 4 GB; "
                                 "choose a smaller size or a lower quality",
                                 width, height, quality.samples * quality.samples)};
    return success();
}

}  // namespace

Quality draftQuality() { return {.samples = 1, .level = Level::Draft}; }
Quality bestQuality() { return {.samples = 3, .shadow_texels = 8192, .level = Level::Best}; }

Quality qualityOf(Level level) {
    return level == Level::Draft ? draftQuality() : level == Level::Best ? bestQuality() : Quality{};
}

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
    Level level = Level::Final;
    std::optional<Passes> passes;
    std::optional<DraftPass> draft;        ///< in place of all others
    std::optional<ThingPass> things;       ///< made when its data are first asked for
    std::optional<CoveragePass> coverage;  ///< made with the first transparent picture
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
                              const MakeSprites& make_sprites, const LiquidData* liquid,
                              const std::atomic<bool>* stop);
    /// @param transparent whether to find out also what the picture covers
    Result<io::Image> draw(const picture::Picture& picture, const std::atomic<bool>* stop, bool transparent);
    Result<io::Image> drawDraft(const picture::Picture& picture, bool again);
    /// What the last picture covers.
    Result<std::vector<std::uint8_t>> coverOf(bool with_liquid, bool with_sprites);
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
                                           const MakeSprites& make_sprites, const LiquidData* liquid,
                                           const std::atomic<bool>* stop) {
    const auto no_longer_wanted = [&] { return stop != nullptr && *stop; };
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
    if (no_longer_wanted()) return stopped();
    passes->geometry.draw(scene, passes->hidden);
    if (no_longer_wanted()) return stopped();
    passes->occlusion.draw(passes->geometry);
    SpritePass* sprites = nullptr;
    if (make_sprites) {
        sprites = &sprite_passes->sprites;
        sprites->prepare(make_sprites(passes->shadow.shadowMap()));
    }
    if (no_longer_wanted()) return stopped();
    if (liquid != nullptr)
        return liquid_picture->draw(upload(*liquid, constants), constants,
                                    {passes->geometry, passes->shadow, passes->occlusion, sprites});
    if (sprites != nullptr) sprites->draw(passes->geometry.depth());
    const ShadingPass& shading = sprites != nullptr ? sprite_passes->shading : passes->shading;
    shading.draw(passes->geometry, passes->shadow, passes->occlusion, sprites, nullptr);
    return shading.framebuffer();
}

Renderer::Renderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Renderer::~Renderer() {
    const EglContext::Scope scope(*parts_->context);
    parts_->draft.reset();
    parts_->things.reset();
    parts_->coverage.reset();
    parts_->liquid_picture.reset();
    parts_->sprite_passes.reset();
    parts_->passes.reset();
}

Result<std::unique_ptr<Renderer>> Renderer::create(int width, int height, const Quality& quality) {
    if (const Status checked = checkSize(width, height, quality); !checked.ok()) return checked.error();
    auto context = EglContext::create();
    if (!context.ok()) return context.error();
    auto parts = std::make_unique<Parts>();
    parts->context = std::move(*context);
    const bool is_draft = quality.level == Level::Draft;
    parts->level = quality.level;
    parts->size = {width,
                   height,
                   is_draft ? 1 : quality.samples,
                   quality.shadow_texels,
                   quality.skip_hidden,
                   quality.level == Level::Best};
    std::unique_ptr<Renderer> renderer(new Renderer(std::move(parts)));
    const EglContext::Scope scope(*renderer->parts_->context);
    if (!scope.ok()) return Error{ErrorKind::Runtime, "the OpenGL context could not be made current"};
    if (is_draft) {
        auto draft = DraftPass::create(renderer->parts_->size);
        if (!draft.ok()) return draft.error();
        renderer->parts_->draft = std::move(*draft);
    } else if (const Status made = renderer->parts_->createPasses(); !made.ok()) {
        return made.error();
    }
    if (const GLenum trouble = glGetError(); trouble != GL_NO_ERROR)
        return Error{
            ErrorKind::Runtime,
            fmt::format("there is not enough graphics memory for a picture of {} x {} pixels (OpenGL error "
                        "{:#x}); choose a smaller size",
                        width, height, trouble)};
    return renderer;
}

namespace {

/// The part of space that a picture is fitted to.
struct Fitted {
    geometry::Box bounds;
    Focus focus;
};
Result<Fitted> fitted(const picture::Picture& picture, const DrawSize& size) {
    Fitted fit;
    fit.bounds = picture.extent.value_or(boundsOf(picture));
    fit.focus = focusOf(picture, fit.bounds, double(size.width) / size.height);
    if (!std::isfinite(fit.focus.radius) || !(fit.focus.radius > 0))
        return Error{ErrorKind::Input,
                     "the scene or the camera's distance is too large or too small to be drawn"};
    return fit;
}

constexpr std::size_t max_balls = 700'000'000, max_corners = 2'000'000'000;

Status checkCounts(const SceneData& data) {
    if (data.balls.size() > max_balls || data.solid.size() > max_corners)
        return Error{ErrorKind::Input,
                     "a picture holds at most 700 million spheres and 600 million triangles"};
    return success();
}

Status checkDrawn() {
    if (const GLenum trouble = glGetError(); trouble != GL_NO_ERROR)
        return Error{ErrorKind::Runtime,
                     fmt::format("the picture could not be drawn (OpenGL error {:#x}); a smaller "
                                 "size needs less memory",
                                 trouble)};
    return success();
}

Error notCurrent() { return {ErrorKind::Runtime, "the OpenGL context could not be made current"}; }

}  // namespace

Result<io::Image> Renderer::Parts::draw(const picture::Picture& picture, const std::atomic<bool>* stop,
                                        bool transparent) {
    if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, size);
    if (!fit.ok()) return fit.error();
    const Focus& focus = fit->focus;
    const SceneData data = sceneData(picture, focus, size);
    if (const Status checked = checkCounts(data); !checked.ok()) return checked.error();

    const EglContext::Scope scope(*context);
    if (!scope.ok()) return notCurrent();
    const FrameConstants constants = frameConstants(picture, focus, fit->bounds, size);
    MakeSprites make_sprites;
    if (hasSprites(picture))
        make_sprites = [&](const ShadowMap& sun) { return spriteData(picture, focus, constants, size, sun); };
    LiquidData liquid;
    if (hasLiquids(picture)) liquid = liquidData(picture, focus);
    if (liquid.balls.size() > max_balls)
        return Error{ErrorKind::Input, "a picture holds at most 700 million particles of liquids"};
    const bool has_liquid = !liquid.balls.empty();
    const Result<GLuint> drawn =
        drawPasses(data, constants, make_sprites, has_liquid ? &liquid : nullptr, stop);
    if (!drawn.ok()) return drawn.error();
    io::Image image = readBack(*drawn, size);
    if (transparent) {
        // The uniforms of the frame were bound by drawPasses to a buffer that is gone.
        const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
        auto shares = coverOf(has_liquid, hasSprites(picture));
        if (!shares.ok()) return shares.error();
        makeTransparent(image, picture.background, std::move(*shares));
    }
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    return image;
}

Result<std::vector<std::uint8_t>> Renderer::Parts::coverOf(bool with_liquid, bool with_sprites) {
    if (!coverage) {
        auto made = CoveragePass::create(size);
        if (!made.ok()) return made.error();
        coverage = std::move(*made);
    }
    coverage->draw(passes->geometry, with_liquid ? liquid_picture->water(with_sprites) : 0,
                   with_liquid ? liquid_picture->surface() : 0,
                   with_sprites ? &sprite_passes->sprites : nullptr);
    const std::vector<std::uint8_t> upwards = coverage->shares();
    std::vector<std::uint8_t> shares(upwards.size());
    for (std::ptrdiff_t y = 0, width = size.width; y < size.height; ++y)
        std::copy_n(upwards.begin() + (size.height - 1 - y) * width, width, shares.begin() + y * width);
    return shares;
}

Result<io::Image> Renderer::Parts::drawDraft(const picture::Picture& picture, bool again) {
    if (!again)
        if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, size);
    if (!fit.ok()) return fit.error();
    const EglContext::Scope scope(*context);
    if (!scope.ok()) return notCurrent();
    // The units of what is uploaded stay as they are while they suit the camera about as well as its own.
    const Focus& kept = draft->focus();
    const double scale = fit->focus.radius / kept.radius;
    const bool suits = scale > 0.3 && scale < 3 && length(fit->focus.origin - kept.origin) < kept.radius;
    if (!again || !suits) draft->take(picture, fit->focus);
    const FrameConstants constants = frameConstants(picture, draft->focus(), fit->bounds, size);
    const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
    draft->draw(picture, constants);
    io::Image image = readBack(draft->framebuffer(), size);
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    drawOverlay(image, picture);
    return image;
}

Result<io::Image> Renderer::draw(const picture::Picture& picture, const std::atomic<bool>* stop) {
    if (parts_->draft) return parts_->drawDraft(picture, false);
    auto image = parts_->draw(picture, stop, false);
    if (image.ok()) drawOverlay(*image, picture);
    return image;
}

Result<io::Image> Renderer::drawAgain(const picture::Picture& picture) {
    return parts_->draft ? parts_->drawDraft(picture, true) : draw(picture);
}

Result<io::Image> Renderer::drawTransparent(const picture::Picture& picture) {
    if (parts_->draft)
        return Error{ErrorKind::Input, "a draft cannot be transparent; choose the quality final or best"};
    return parts_->draw(picture, nullptr, true);
}

Result<PixelData> Renderer::data(const picture::Picture& picture) {
    if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, parts_->size);
    if (!fit.ok()) return fit.error();
    const picture::Picture solid = withoutLiquids(picture);
    DrawSize size = parts_->size;
    size.samples = 1;
    const SceneData data = sceneData(solid, fit->focus, size);
    if (const Status checked = checkCounts(data); !checked.ok()) return checked.error();
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    if (!parts_->things) {
        auto made = ThingPass::create(size);
        if (!made.ok()) return made.error();
        parts_->things = std::move(*made);
    }
    const FrameConstants constants = frameConstants(solid, fit->focus, fit->bounds, size);
    PixelData drawn = parts_->things->draw(data, constants, fit->focus, picture.spheres.size());
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    return drawn;
}

}  // namespace talus::render

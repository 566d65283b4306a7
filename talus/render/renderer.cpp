#include "talus/render/renderer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "talus/render/draft/draft_pass.h"
#include "talus/render/gl/egl_context.h"
#include "talus/render/liquid/liquid_picture.h"
#include "talus/render/overlay.h"
#include "talus/render/passes/coverage_pass.h"
#include "talus/render/passes/passes.h"
#include "talus/render/thing_picture.h"
#include "talus/render/translucent.h"
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

/// The same for a picture in scene-linear light.
LightImage readLight(GLuint framebuffer, const DrawSize& size) {
    LightImage image{size.width, size.height, {}, {}};
    const std::size_t width = 3 * std::size_t(size.width), height = std::size_t(size.height);
    std::vector<float> rows(width * height);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_FLOAT, rows.data());
    image.rgb.reserve(rows.size());
    for (std::size_t y = height; y-- > 0;)
        image.rgb.insert(image.rgb.end(), rows.begin() + std::ptrdiff_t(y * width),
                         rows.begin() + std::ptrdiff_t((y + 1) * width));
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
    };
    std::unique_ptr<EglContext> context;
    DrawSize size;
    Level level = Level::Final;
    std::optional<Passes> passes;
    std::optional<DraftPass> draft;               ///< in place of all others
    std::optional<DraftPass> light_draft;         ///< the same for scene-linear light
    std::optional<ThingPicture> things;           ///< made when its data are first asked for
    std::optional<CoveragePass> coverage;         ///< made with the first transparent picture
    std::optional<SpritePass> sprites;            ///< made with the first picture that has sprites
    std::optional<LiquidPicture> liquid_picture;  ///< made with the first picture that has a liquid
    /// For pictures without liquids; each is made with the first picture that needs it. + 1: with sprites, +
    /// 2: scene-linear.
    std::array<std::optional<ShadingPass>, 4> shadings;

    Status createPasses();
    Result<ShadingPass*> shadingFor(bool with_sprites, bool scene_linear);

    /// Makes the sprites. It needs the shadow map for the sunlight on them.
    using MakeSprites = std::function<SpriteData(const ShadowMap&)>;
    /// How a picture is drawn.
    struct Way {
        const std::atomic<bool>* stop = nullptr;
        bool transparent = false;   ///< whether to find out also what the picture covers
        bool scene_linear = false;  ///< light before tone mapping
        Things shown = Things::All;
    };
    /// A frame buffer that holds a picture, and the share of each pixel that is covered; empty: all.
    struct Drawn {
        GLuint framebuffer = 0;
        std::vector<std::uint8_t> shares{};
    };
    /// Returns the frame buffer that holds the picture. @param make_sprites empty: there are no sprites
    Result<GLuint> drawPasses(const SceneData& data, const FrameConstants& constants,
                              const MakeSprites& make_sprites, const LiquidData* liquid, const Way& way);
    Result<Drawn> draw(const picture::Picture& picture, const Way& way);
    /// @param pass one of the two drafts
    Result<Drawn> drawDraft(DraftPass& pass, const picture::Picture& picture, bool again, Things shown);
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
    passes.emplace(
        Passes{std::move(*shadow), std::move(*hidden), std::move(*geometry), std::move(*occlusion)});
    const auto shading = shadingFor(false, false);
    return shading.ok() ? success() : shading.error();
}

Result<ShadingPass*> Renderer::Parts::shadingFor(bool with_sprites, bool scene_linear) {
    auto& shading = shadings[(with_sprites ? 1u : 0u) + (scene_linear ? 2u : 0u)];
    if (shading) return &*shading;
    DrawSize own = size;
    own.scene_linear = scene_linear;
    auto made = ShadingPass::create(own, {.sprites = with_sprites});
    if (!made.ok()) return made.error();
    shading = std::move(*made);
    return &*shading;
}

Result<GLuint> Renderer::Parts::drawPasses(const SceneData& data, const FrameConstants& constants,
                                           const MakeSprites& make_sprites, const LiquidData* liquid,
                                           const Way& way) {
    const auto no_longer_wanted = [&] { return way.stop != nullptr && *way.stop; };
    if (make_sprites && !sprites) {
        auto made = SpritePass::create(size);
        if (!made.ok()) return made.error();
        sprites = std::move(*made);
    }
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
    SpritePass* drawn_sprites = make_sprites ? &*sprites : nullptr;
    if (make_sprites) sprites->prepare(make_sprites(passes->shadow.shadowMap()));
    if (no_longer_wanted()) return stopped();
    if (liquid != nullptr)
        return liquid_picture->draw(upload(*liquid, constants), constants,
                                    {passes->geometry, passes->shadow, passes->occlusion, drawn_sprites},
                                    way.scene_linear);
    if (make_sprites) sprites->draw(passes->geometry.depth());
    const auto shading = shadingFor(drawn_sprites != nullptr, way.scene_linear);
    if (!shading.ok()) return shading.error();
    (*shading)->draw(passes->geometry, passes->shadow, passes->occlusion, drawn_sprites);
    return (*shading)->framebuffer();
}

Renderer::Renderer(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

Renderer::~Renderer() {
    const EglContext::Scope scope(*parts_->context);
    parts_->draft.reset();
    parts_->light_draft.reset();
    parts_->things.reset();
    parts_->coverage.reset();
    parts_->liquid_picture.reset();
    for (auto& shading : parts_->shadings) shading.reset();
    parts_->sprites.reset();
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

Error noTransparentDraft() {
    return {ErrorKind::Input, "a draft cannot be transparent; choose the quality final or best"};
}

}  // namespace

Result<Renderer::Parts::Drawn> Renderer::Parts::draw(const picture::Picture& picture, const Way& way) {
    if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, size);
    if (!fit.ok()) return fit.error();
    const Focus& focus = fit->focus;
    const SceneData data = sceneData(picture, focus, size, way.shown);
    if (const Status checked = checkCounts(data); !checked.ok()) return checked.error();

    const FrameConstants constants = frameConstants(picture, focus, fit->bounds, size);
    MakeSprites make_sprites;
    if (hasSprites(picture))
        make_sprites = [&](const ShadowMap& sun) { return spriteData(picture, focus, constants, size, sun); };
    LiquidData liquid;
    if (hasLiquids(picture)) liquid = liquidData(picture, focus);
    if (liquid.balls.size() > max_balls)
        return Error{ErrorKind::Input, "a picture holds at most 700 million particles of liquids"};
    const bool has_liquid = !liquid.balls.empty();
    const Result<GLuint> made =
        drawPasses(data, constants, make_sprites, has_liquid ? &liquid : nullptr, way);
    if (!made.ok()) return made.error();
    Drawn drawn{*made};
    if (way.transparent) {
        // The uniforms of the frame were bound by drawPasses to a buffer that is gone.
        const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
        glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
        auto shares = coverOf(has_liquid, hasSprites(picture));
        if (!shares.ok()) return shares.error();
        drawn.shares = std::move(*shares);
    }
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    return drawn;
}

Result<std::vector<std::uint8_t>> Renderer::Parts::coverOf(bool with_liquid, bool with_sprites) {
    if (!coverage) {
        auto made = CoveragePass::create(size);
        if (!made.ok()) return made.error();
        coverage = std::move(*made);
    }
    coverage->draw(passes->geometry, with_liquid ? liquid_picture->water() : 0,
                   with_liquid ? liquid_picture->surface() : 0, with_sprites ? &*sprites : nullptr);
    const std::vector<std::uint8_t> upwards = coverage->shares();
    std::vector<std::uint8_t> shares(upwards.size());
    for (std::ptrdiff_t y = 0, width = size.width; y < size.height; ++y)
        std::copy_n(upwards.begin() + (size.height - 1 - y) * width, width, shares.begin() + y * width);
    return shares;
}

Result<Renderer::Parts::Drawn> Renderer::Parts::drawDraft(DraftPass& pass, const picture::Picture& picture,
                                                          bool again, Things shown) {
    if (!again)
        if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, size);
    if (!fit.ok()) return fit.error();
    // The units of what is uploaded stay as they are while they suit the camera about as well as its own.
    const Focus& kept = pass.focus();
    const double scale = fit->focus.radius / kept.radius;
    const bool suits = scale > 0.3 && scale < 3 && length(fit->focus.origin - kept.origin) < kept.radius;
    if (!again || !suits) pass.take(picture, fit->focus);
    const FrameConstants constants = frameConstants(picture, pass.focus(), fit->bounds, size);
    const gl::Buffer frame = gl::makeBuffer(&constants, sizeof constants);
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, frame.name());
    pass.draw(picture, constants, shown);
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    return Drawn{pass.framebuffer()};
}

namespace {

/// The mean of a picture with translucent things and one without them. @param make the picture of what is
/// shown
template <class Make>
auto mixed(const picture::Picture& picture, Make make) {
    auto image = make(Things::All);
    if (!image.ok() || !hasTranslucent(picture)) return image;
    auto behind = make(Things::Solid);
    if (!behind.ok()) return behind;
    mixWith(*image, *behind, picture.opacity);
    return image;
}

}  // namespace

Result<io::Image> Renderer::draw(const picture::Picture& picture, const std::atomic<bool>* stop) {
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    auto image = mixed(picture, [&](Things shown) -> Result<io::Image> {
        const bool again = shown == Things::Solid;  // what was uploaded for the first one
        const auto drawn = parts_->draft ? parts_->drawDraft(*parts_->draft, picture, again, shown)
                                         : parts_->draw(picture, {.stop = stop, .shown = shown});
        if (!drawn.ok()) return drawn.error();
        return readBack(drawn->framebuffer, parts_->size);
    });
    if (image.ok()) drawOverlay(*image, picture);
    return image;
}

Result<io::Image> Renderer::drawAgain(const picture::Picture& picture) {
    if (!parts_->draft) return draw(picture);
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    auto image = mixed(picture, [&](Things shown) -> Result<io::Image> {
        const auto drawn = parts_->drawDraft(*parts_->draft, picture, true, shown);
        if (!drawn.ok()) return drawn.error();
        return readBack(drawn->framebuffer, parts_->size);
    });
    if (image.ok()) drawOverlay(*image, picture);
    return image;
}

Result<io::Image> Renderer::drawTransparent(const picture::Picture& picture) {
    if (parts_->draft) return noTransparentDraft();
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    return mixed(picture, [&](Things shown) -> Result<io::Image> {
        auto drawn = parts_->draw(picture, {.transparent = true, .shown = shown});
        if (!drawn.ok()) return drawn.error();
        io::Image image = readBack(drawn->framebuffer, parts_->size);
        makeTransparent(image, picture.background, std::move(drawn->shares));
        return image;
    });
}

Result<LightImage> Renderer::light(const picture::Picture& picture, bool transparent) {
    if (parts_->draft && transparent) return noTransparentDraft();
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    DrawSize size = parts_->size;
    size.scene_linear = true;
    if (parts_->draft && !parts_->light_draft) {
        auto made = DraftPass::create(size);
        if (!made.ok()) return made.error();
        parts_->light_draft = std::move(*made);
    }
    return mixed(picture, [&](Things shown) -> Result<LightImage> {
        const bool again = shown == Things::Solid;
        const auto drawn =
            parts_->draft
                ? parts_->drawDraft(*parts_->light_draft, picture, again, shown)
                : parts_->draw(picture, {.transparent = transparent, .scene_linear = true, .shown = shown});
        if (!drawn.ok()) return drawn.error();
        LightImage image = readLight(drawn->framebuffer, size);
        if (transparent) makeTransparent(image, picture.background, drawn->shares);
        return image;
    });
}

Result<PixelData> Renderer::data(const picture::Picture& picture) {
    if (const Status checked = checkPicture(picture); !checked.ok()) return checked.error();
    const auto fit = fitted(picture, parts_->size);
    if (!fit.ok()) return fit.error();
    const EglContext::Scope scope(*parts_->context);
    if (!scope.ok()) return notCurrent();
    if (!parts_->things) {
        auto made = ThingPicture::create(parts_->size);
        if (!made.ok()) return made.error();
        parts_->things = std::move(*made);
    }
    auto drawn = parts_->things->draw(picture, fit->focus, fit->bounds);
    if (!drawn.ok()) return drawn.error();
    if (const Status fine = checkDrawn(); !fine.ok()) return fine.error();
    return drawn;
}

}  // namespace talus::render

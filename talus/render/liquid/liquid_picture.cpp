#include "talus/render/liquid/liquid_picture.h"

namespace talus::render {

Result<LiquidPicture> LiquidPicture::create(const DrawSize& size) {
    auto sun = LiquidSunPass::create(size);
    if (!sun.ok()) return sun.error();
    auto surface = LiquidSurfacePass::create(size);
    if (!surface.ok()) return surface.error();
    auto thickness = LiquidThicknessPass::create(size);
    if (!thickness.ok()) return thickness.error();
    LiquidPicture made(std::move(*sun), std::move(*surface), std::move(*thickness));
    made.size_ = size;
    return made;
}

Status LiquidPicture::createShading(std::optional<Shading>& shading, bool with_sprites, bool scene_linear) {
    DrawSize size = size_;
    size.scene_linear = scene_linear;
    auto solid = ShadingPass::create(size, {.sprites = with_sprites, .liquid = true});
    if (!solid.ok()) return solid.error();
    auto liquid = LiquidShadingPass::create(size, with_sprites);
    if (!liquid.ok()) return liquid.error();
    shading.emplace(Shading{std::move(*solid), std::move(*liquid)});
    return success();
}

GLuint LiquidPicture::depthForSprites(const GeometryPass& geometry) {
    const int width = size_.width * size_.samples, height = size_.height * size_.samples;
    if (depth_.name() == 0) {
        depth_ = gl::makeTexture(GL_DEPTH_COMPONENT32F, width, height);
        depth_target_ = gl::makeFramebuffer({}, depth_.name());
    }
    glCopyImageSubData(geometry.depth(), GL_TEXTURE_2D, 0, 0, 0, 0, depth_.name(), GL_TEXTURE_2D, 0, 0, 0, 0,
                       width, height, 1);
    surface_.addTo(depth_target_);
    return depth_.name();
}

Result<GLuint> LiquidPicture::draw(const LiquidBuffers& liquid, const FrameConstants& constants,
                                   const EarlierPasses& earlier, bool scene_linear) {
    const bool with_sprites = earlier.sprites != nullptr;
    last_ = (with_sprites ? 1u : 0u) + (scene_linear ? 2u : 0u);
    std::optional<Shading>& shading = shading_[last_];
    if (!shading)
        if (const Status made = createShading(shading, with_sprites, scene_linear); !made.ok())
            return made.error();
    sun_.draw(liquid, constants);
    surface_.draw(liquid);
    thickness_.draw(liquid, earlier.geometry, surface_);
    if (with_sprites) earlier.sprites->draw(depthForSprites(earlier.geometry));
    sun_.bind();
    shading->solid.draw(earlier.geometry, earlier.shadow, earlier.occlusion, earlier.sprites);
    shading->liquid.draw(liquid, earlier.geometry, earlier.shadow, shading->solid, surface_, thickness_,
                         earlier.sprites);
    return shading->liquid.framebuffer();
}

}  // namespace talus::render

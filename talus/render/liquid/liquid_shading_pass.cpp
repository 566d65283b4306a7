#include "talus/render/liquid/liquid_passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/light.h"
#include "talus/render/shaders/liquid_light.h"
#include "talus/render/shaders/liquid_sun.h"
#include "talus/render/shaders/liquid_surface.h"
#include "talus/render/shaders/liquid_tank.h"

namespace talus::render {

Result<LiquidShadingPass> LiquidShadingPass::create(const DrawSize& size, bool with_sprites) {
    LiquidShadingPass pass;
    pass.size_ = size;
    pass.colour_ = gl::makeTexture(size.scene_linear ? GL_RGBA16F : GL_RGBA8, size.width, size.height);
    pass.target_ = gl::makeFramebuffer({pass.colour_.name()}, 0);
    pass.water_ = gl::makeTexture(GL_RGBA32F, size.width, size.height);
    pass.water_target_ = gl::makeFramebuffer({pass.water_.name()}, 0);
    const std::string start = lightOptions(size);
    const std::string functions = start + shaders::light_functions + shaders::tank_functions +
                                  shaders::outline_functions + shaders::surface_functions +
                                  shaders::liquid_layer + shaders::liquid_functions;
    auto once = gl::makeProgram("liquid light", shaders::whole_picture_vertex,
                                (functions + shaders::liquid_once_fragment).c_str());
    if (!once.ok()) return once.error();
    const std::string veil =
        std::string("const bool has_veil = ") + (with_sprites ? "true" : "false") + ";\n";
    auto shade = gl::makeProgram("liquid shading", shaders::whole_picture_vertex,
                                 (functions + veil + shaders::liquid_fragment).c_str());
    if (!shade.ok()) return shade.error();
    pass.once_ = std::move(*once);
    pass.shade_ = std::move(*shade);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void LiquidShadingPass::draw(const LiquidBuffers& liquid, const GeometryPass& geometry,
                             const ShadowPass& shadow, const ShadingPass& lit,
                             const LiquidSurfacePass& surface, const LiquidThicknessPass& thickness,
                             const SpritePass* sprites) const {
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glBindTextureUnit(0, geometry.depth());
    glBindTextureUnit(1, lit.colour());
    glBindTextureUnit(2, surface.surface());
    glBindTextureUnit(3, thickness.absorbed());
    glBindTextureUnit(4, shadow.depth());
    glBindTextureUnit(5, thickness.scattered());
    glBindTextureUnit(6, thickness.froth());
    if (sprites != nullptr) glBindTextureUnit(7, sprites->veil());
    glBindTextureUnit(11, surface.uncut());
    glBindTextureUnit(12, surface.other());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, liquid.optics.name());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, liquid.tanks.name());
    glBindFramebuffer(GL_FRAMEBUFFER, water_target_.name());
    glUseProgram(once_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glUseProgram(shade_.name());
    glBindTextureUnit(13, water_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render

#include "talus/render/passes/passes.h"
#include "talus/render/shaders/common.h"
#include "talus/render/shaders/light.h"
#include "talus/render/shaders/lighting.h"
#include "talus/render/shaders/liquid_sun.h"

namespace talus::render {

void filterLinearly(const gl::Texture& texture) {
    glTextureParameteri(texture.name(), GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTextureParameteri(texture.name(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}
namespace {

std::string sourceOf(ShadingPass::With with, const DrawSize& size) {
    const auto constant = [](const char* name, bool value) {
        return std::string("const bool ") + name + (value ? " = true;\n" : " = false;\n");
    };
    std::string source = lightOptions(size);
    source += constant("has_cloud", with.sprites) + constant("has_veil", with.sprites && !with.liquid) +
              constant("each_sample", with.liquid) + constant("has_liquid", with.liquid);
    source += shaders::light_functions;
    if (with.liquid)
        source += std::string(shaders::liquid_layer) + shaders::liquid_sun_functions;
    else
        source += "vec3 throughLiquid(vec3 position) { return vec3(1.0); }\n";
    return source + shaders::shading_fragment;
}

}  // namespace

std::string lightOptions(const DrawSize& size) {
    return std::string(size.fine_light ? "#define FINE_LIGHT\n" : "") +
           (size.scene_linear ? "#define SCENE_LINEAR\n" : "");
}

Result<ShadingPass> ShadingPass::create(const DrawSize& size, With with) {
    ShadingPass pass;
    pass.size_ = size;
    pass.with_ = with;
    const GLenum format = size.scene_linear ? GL_RGBA16F : with.liquid ? GL_RGBA16 : GL_RGBA8;
    const int fine = with.liquid ? size.samples : 1;
    pass.colour_ = gl::makeTexture(format, size.width * fine, size.height * fine);
    if (with.liquid) filterLinearly(pass.colour_);
    pass.target_ = gl::makeFramebuffer({pass.colour_.name()}, 0);
    const std::string source = sourceOf(with, size);
    auto shade = gl::makeProgram("shading", shaders::whole_picture_vertex, source.c_str());
    if (!shade.ok()) return shade.error();
    pass.shade_ = std::move(*shade);
    pass.no_vertices_ = gl::makeVertexArray();
    return pass;
}

void ShadingPass::draw(const GeometryPass& geometry, const ShadowPass& shadow, const OcclusionPass& occlusion,
                       const SpritePass* sprites) const {
    const int fine = with_.liquid ? size_.samples : 1;
    glBindFramebuffer(GL_FRAMEBUFFER, target_.name());
    glViewport(0, 0, size_.width * fine, size_.height * fine);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(no_vertices_.name());
    glUseProgram(shade_.name());
    glBindTextureUnit(0, geometry.depth());
    glBindTextureUnit(1, geometry.albedo());
    glBindTextureUnit(2, geometry.shape());
    glBindTextureUnit(3, occlusion.openSky());
    glBindTextureUnit(4, shadow.depth());
    if (sprites != nullptr) {
        glBindTextureUnit(5, sprites->veil());
        glBindTextureUnit(6, sprites->cloud());
        glUniform4fv(0, 3, sprites->cloudFromWorld().front().data());
    }
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace talus::render

#pragma once
#include <string>

#include "talus/render/frame_constants.h"
#include "talus/render/gl/gl_objects.h"
#include "talus/render/passes/scene_buffers.h"
#include "talus/render/sprites/sprite_data.h"

/// The passes of a picture. Each owns its programs and render targets. All need a current OpenGL context and
/// FrameConstants bound as uniform buffer 0. They run off screen or in a window. renderer.cpp calls them in
/// this order: shadow, hidden, geometry, occlusion, sprites, shading.
namespace talus::render {

/// Occlusion culling: for each block of pixels, the depth beyond which balls hide everything. Most grains of
/// a heap are deeper, and GeometryPass does not draw them. Two levels of Greene, Kass and Miller 1993,
/// "Hierarchical Z-buffer visibility".
class HiddenPass {
  public:
    static Result<HiddenPass> create(const DrawSize& size);
    void draw(const SceneBuffers& scene) const;

    GLuint fine() const { return fine_.name(); }
    GLuint coarse() const { return coarse_.name(); }

  private:
    void reduce(const gl::Texture& from, const gl::Framebuffer& to, int block, int width, int height) const;

    DrawSize size_;
    gl::Texture depth_, fine_, coarse_;
    gl::Framebuffer target_, fine_target_, coarse_target_;
    gl::Program cover_, farthest_;
    gl::VertexArray no_vertices_;
};

/// The first surface at each sample: depth, colour and normal, without light.
class GeometryPass {
  public:
    /// @param with_things whether it also writes which thing each sample shows
    static Result<GeometryPass> create(const DrawSize& size, bool with_things = false);
    void draw(const SceneBuffers& scene, const HiddenPass& hidden) const;

    GLuint depth() const { return depth_.name(); }
    GLuint albedo() const { return albedo_.name(); }
    GLuint shape() const { return shape_.name(); }
    /// 0: nothing. Then follow in this order the balls, planes, solid triangles, terrains and front-only
    /// triangles.
    GLuint thing() const { return thing_.name(); }

  private:
    void countThings(std::size_t count, GLuint& first) const;

    DrawSize size_;
    bool with_things_ = false;
    gl::Texture depth_, albedo_, shape_, thing_;
    gl::Framebuffer target_;
    gl::Program balls_, meshes_, terrains_, planes_;
    gl::VertexArray no_vertices_, mesh_corners_;
};

/// The shadow map: the depth of the first surface as seen from the sun.
class ShadowPass {
  public:
    static Result<ShadowPass> create(const DrawSize& size);
    void draw(const SceneBuffers& scene, const FrameConstants& constants) const;

    GLuint depth() const { return depth_.name(); }
    /// A copy of the map in main memory.
    ShadowMap shadowMap() const;

  private:
    DrawSize size_;
    gl::Texture depth_;
    gl::Framebuffer target_;
    gl::Program balls_, meshes_;
    gl::VertexArray no_vertices_, mesh_corners_;
};

/// The share of the sky that is visible from each pixel (ambient occlusion).
class OcclusionPass {
  public:
    static Result<OcclusionPass> create(const DrawSize& size);
    void draw(const GeometryPass& geometry) const;

    GLuint openSky() const { return smooth_.name(); }

  private:
    DrawSize size_;
    gl::Texture rough_, smooth_;
    gl::Framebuffer rough_target_, smooth_target_;
    gl::Program gather_, blur_;
    gl::VertexArray no_vertices_;
};

/// Sprites in front of solid surfaces. For each pixel (the "veil"): the light that the sprites add, and the
/// share of the light behind them that they let through.
class SpritePass {
  public:
    static Result<SpritePass> create(const DrawSize& size);
    /// Uploads the sprites, and the shadow that they cast on solid things.
    void prepare(const SpriteData& sprites);
    /// @param depth of solid surfaces, with the samples of GeometryPass
    void draw(GLuint depth) const;

    GLuint veil() const { return veil_.name(); }
    GLuint cloud() const { return cloud_.name(); }
    const std::array<Float4, 3>& cloudFromWorld() const { return cloud_from_world_; }

  private:
    DrawSize size_;
    gl::Texture veil_, billows_, cloud_;
    gl::Framebuffer target_;
    gl::Program sprites_;
    gl::VertexArray no_vertices_;
    std::array<Float4, 3> cloud_from_world_{};
    gl::Buffer items_, first_, listed_;
    int tile_ = 16, across_ = 0;
};

/// What shaders with light_functions begin with.
std::string lightOptions(const DrawSize& size);

/// Texture filtering between texels, clamped at the edges.
void filterLinearly(const gl::Texture& texture);

/// Lighting, tone mapping and the average over the samples of a pixel.
class ShadingPass {
  public:
    struct With {
        bool sprites = false;  ///< a SpritePass runs before this pass
        bool liquid = false;  ///< liquid passes follow: they need each sample of a pixel, and add the sprites
    };
    static Result<ShadingPass> create(const DrawSize& size, With with);
    /// With liquid, the textures of LiquidSunPass must be bound.
    void draw(const GeometryPass& geometry, const ShadowPass& shadow, const OcclusionPass& occlusion,
              const SpritePass* sprites) const;

    GLuint framebuffer() const { return target_.name(); }
    GLuint colour() const { return colour_.name(); }

  private:
    DrawSize size_;
    With with_;
    gl::Texture colour_;
    gl::Framebuffer target_;
    gl::Program shade_;
    gl::VertexArray no_vertices_;
};

/// A vertex array that reads MeshCorner from buffer binding 0.
gl::VertexArray meshCornerLayout();

}  // namespace talus::render

#pragma once
#include <optional>

#include "talus/render/draft/draft_balls.h"
#include "talus/render/passes/passes.h"

namespace talus::render {

/// A quick picture in one pass: balls, meshes, land and planes with sunlight and skylight, but without
/// shadows, occlusion, refraction and grain detail. Liquids and sprites are drawn as balls. Needs a current
/// OpenGL context, and FrameConstants bound as uniform buffer 0 to draw.
class DraftPass {
  public:
    static Result<DraftPass> create(const DrawSize& size);
    /// Uploads what the picture shows, in units of this focus.
    void take(const picture::Picture& picture, const Focus& focus);
    const Focus& focus() const { return focus_; }
    /// @param picture the one that was taken; only its camera, light and background may have changed
    void draw(const picture::Picture& picture, const FrameConstants& constants, Things things);

    GLuint framebuffer() const { return target_.name(); }

  private:
    /// What is drawn beside the balls of sets.
    struct Shown {
        DraftBalls spheres;
        SceneBuffers things;  ///< without balls
    };
    void drawBalls(const FrameConstants& constants, const DraftBalls& spheres);
    void drawMeshes(const SceneBuffers& things) const;
    void drawPlanes(const SceneBuffers& things, const picture::Picture& picture,
                    const FrameConstants& constants) const;

    DrawSize size_;
    gl::Texture depth_, colour_;
    gl::Framebuffer target_;
    gl::Program points_, large_balls_, meshes_, planes_, background_;
    gl::VertexArray no_vertices_, mesh_corners_, point_layout_;

    Focus focus_;
    DraftBalls balls_;
    gl::Buffer ball_buffer_, look_buffer_;
    Shown all_;
    std::optional<Shown> solid_;  ///< where the picture has translucent things
};

}  // namespace talus::render

#pragma once
#include <cstdlib>
#include <memory>

#include "talus/render/renderer.h"

/// One renderer for all tests of a suite, and what these measure in its pictures.
namespace talus::render {

inline constexpr int width = 320, height = 240;

/// The light that a component of a pixel shows, 0 to 255. Holds where the tone mapper (Khronos PBR Neutral)
/// takes 0.04 off all components: where the smallest is at least 0.08 and the largest below 0.8.
inline double lightOf(double shown) { return double(picture::linearFromSrgb(float(shown / 255))) + 0.04; }

using picture::Picture;

class WithRenderer : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        // Mesa would keep compiled shaders in the home folder; tests write nowhere but in temporary folders.
        ::setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);
        auto made = Renderer::create(width, height);
        ASSERT_TRUE(made.ok()) << made.error().message;
        renderer = std::move(*made);
    }
    static void TearDownTestSuite() { renderer.reset(); }

    static io::Image drawn(const Picture& picture) {
        auto image = renderer->draw(picture);
        EXPECT_TRUE(image.ok()) << image.error().message;
        return image.ok() ? *image : io::Image(width, height);
    }
    io::Image drawn() const { return drawn(picture); }

    static bool isRed(const std::uint8_t* p) { return p[0] > 1.5 * p[1] && p[0] > 1.5 * p[2]; }

    static inline std::unique_ptr<Renderer> renderer;
    Picture picture;
};

}  // namespace talus::render

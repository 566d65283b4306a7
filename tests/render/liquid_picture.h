#pragma once
#include <algorithm>
#include <cstdlib>

#include "tests/render/liquid_shapes.h"
#include "tests/render/with_renderer.h"

/// Pictures of liquids, and light measured in them.
namespace talus::render {

using namespace picture;  // what is drawn

class DrawingLiquids : public WithRenderer {
  protected:
    DrawingLiquids() {
        picture.camera = lookAt({0.9, -2, 2.2}, {1, 1, 0.3}, 0.7);
        picture.extent = geometry::Box{{0, 0, 0}, {2, 2, 1}};
    }
    /// The floor z = 0 alone, seen from above by the light of the sky; nothing else is bright.
    void lookDown() {
        picture.camera = {{1, 1, 6}, {1, 1, 0}, {0, 1, 0}, 0.3};
        picture.obstacles = {{geometry::Plane{{0, 0, 0}, {0, 0, 1}}, {0.95f, 0.95f, 0.95f}}};
        picture.light.sun_strength = 0;
    }
    void add(const Particles& particles, const LiquidMatter& matter = pure_water) {
        picture.liquids.push_back(particles.liquid());
        picture.liquids.back().matter = matter;
    }
    void addBall(const Vec3d& centre, double radius, Colour colour) {
        balls.push_back({centre});
        radii.push_back({radius});
        Spheres set;
        set.centre = balls.back();
        set.radius = radii.back();
        set.colour = {colour};
        set.grain = 0;
        picture.spheres.push_back(set);
    }
    std::string refused() {
        const auto image = renderer->draw(picture);
        return image.ok() ? "drawn" : image.error().message;
    }
    /// The mean light of a channel in the middle of the picture.
    static double meanLight(const io::Image& image, int channel, int half = 30) {
        double sum = 0;
        for (int y = height / 2 - half; y < height / 2 + half; ++y)
            for (int x = width / 2 - half; x < width / 2 + half; ++x)
                sum += lightOf(image.pixel(x, y)[channel]);
        return sum / (4.0 * half * half);
    }
    static int largestDifference(const io::Image& a, const io::Image& b) {
        int largest = 0;
        for (std::size_t i = 0; i < a.rgb.size(); ++i)
            largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
        return largest;
    }

    std::vector<std::vector<Vec3d>> balls;
    std::vector<std::vector<double>> radii;
};

inline Particles flatPool(double depth, double spacing) {
    return filled({{0, 0, 0}, {2, 2, depth}}, spacing, 0.25, [](const Vec3d&) { return true; });
}

}  // namespace talus::render

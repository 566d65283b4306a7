#include "talus/render/translucent.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::render {
namespace {

std::uint8_t byteOf(float linear) {
    return static_cast<std::uint8_t>(std::lround(255 * picture::srgbFromLinear(linear)));
}

/// Linear light of each byte.
std::array<float, 256> linearTable() {
    std::array<float, 256> linear{};
    for (std::size_t i = 0; i < linear.size(); ++i)
        linear[i] = picture::linearFromSrgb(static_cast<float>(i) / 255);
    return linear;
}

}  // namespace

bool hasTranslucent(const picture::Picture& picture) {
    const auto is = [](const auto& thing) { return thing.translucent; };
    return picture.opacity < 1 && (std::any_of(picture.meshes.begin(), picture.meshes.end(), is) ||
                                   std::any_of(picture.obstacles.begin(), picture.obstacles.end(), is));
}

void mixWith(io::Image& image, const io::Image& behind, float opacity) {
    const std::array<float, 256> linear = linearTable();
    const auto mixed = [&](float a, float b) { return opacity * a + (1 - opacity) * b; };
    if (!image.alpha.empty()) {
        for (std::size_t p = 0; p < image.alpha.size(); ++p) {
            const float front = static_cast<float>(image.alpha[p]) / 255,
                        back = static_cast<float>(behind.alpha[p]) / 255, alpha = mixed(front, back);
            image.alpha[p] = static_cast<std::uint8_t>(std::lround(255 * alpha));
            for (std::size_t c = 3 * p; alpha > 0 && c < 3 * p + 3; ++c)
                image.rgb[c] =
                    byteOf(mixed(front * linear[image.rgb[c]], back * linear[behind.rgb[c]]) / alpha);
        }
        return;
    }
    // A table of all pairs of bytes: drafts are drawn many times a second.
    std::vector<std::uint8_t> of_pair(std::size_t{256} * 256);
    for (std::size_t a = 0; a < 256; ++a)
        for (std::size_t b = 0; b < 256; ++b) of_pair[256 * a + b] = byteOf(mixed(linear[a], linear[b]));
    for (std::size_t k = 0; k < image.rgb.size(); ++k)
        image.rgb[k] = of_pair[256 * std::size_t{image.rgb[k]} + behind.rgb[k]];
}

void mixWith(LightImage& image, const LightImage& behind, float opacity) {
    const auto mix = [&](std::vector<float>& front, const std::vector<float>& back) {
        for (std::size_t k = 0; k < front.size(); ++k)
            front[k] = opacity * front[k] + (1 - opacity) * back[k];
    };
    mix(image.rgb, behind.rgb);
    mix(image.alpha, behind.alpha);
}

}  // namespace talus::render

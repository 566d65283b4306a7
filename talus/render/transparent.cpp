#include "talus/render/transparent.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::render {

void makeTransparent(io::Image& image, const picture::Background& background,
                     std::vector<std::uint8_t> shares) {
    // The shaders average square roots of linear light, so the background is taken out of these.
    std::array<float, 256> root{};
    for (std::size_t i = 0; i < root.size(); ++i)
        root[i] = std::sqrt(picture::linearFromSrgb(static_cast<float>(i) / 255));
    const picture::Colour low = picture::squareRootLinear(background.bottom),
                          high = picture::squareRootLinear(background.top);
    for (int y = 0; y < image.height; ++y) {
        const float at = 1 - (static_cast<float>(y) + 0.5f) / static_cast<float>(image.height);
        const float mix = at * at * (3 - 2 * at);
        const std::array<float, 3> behind{low.r + mix * (high.r - low.r), low.g + mix * (high.g - low.g),
                                          low.b + mix * (high.b - low.b)};
        for (int x = 0; x < image.width; ++x) {
            const std::uint8_t share =
                shares[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x)];
            std::uint8_t* pixel = image.pixel(x, y);
            if (share == 255) continue;
            const float cover = static_cast<float>(share) / 255;
            for (std::size_t c = 0; c < 3; ++c) {
                if (share == 0) {
                    pixel[c] = 0;
                    continue;
                }
                const float own = std::clamp((root[pixel[c]] - (1 - cover) * behind[c]) / cover, 0.0f, 1.0f);
                pixel[c] = static_cast<std::uint8_t>(std::lround(255 * picture::srgbFromLinear(own * own)));
            }
        }
    }
    image.alpha = std::move(shares);
}

}  // namespace talus::render

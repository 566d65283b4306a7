#include "talus/render/transparent.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/render/tone_mapping.h"

namespace talus::render {
namespace {

constexpr float half_precision = 1e-3f;  ///< of the numbers that pictures in light are read from: 2^-10

/// The background of each row in square roots of linear light, as the shaders compute it.
class Backdrop {
  public:
    explicit Backdrop(const picture::Background& background)
        : low_(picture::squareRootLinear(background.bottom)),
          high_(picture::squareRootLinear(background.top)) {}
    std::array<float, 3> at(int row, int height) const {
        const float up = 1 - (static_cast<float>(row) + 0.5f) / static_cast<float>(height);
        const float mix = up * up * (3 - 2 * up);
        return {low_.r + mix * (high_.r - low_.r), low_.g + mix * (high_.g - low_.g),
                low_.b + mix * (high_.b - low_.b)};
    }

  private:
    picture::Colour low_, high_;
};

}  // namespace

void makeTransparent(io::Image& image, const picture::Background& background,
                     std::vector<std::uint8_t> shares) {
    // The shaders average square roots of linear light, so the background is taken out of these.
    std::array<float, 256> root{};
    for (std::size_t i = 0; i < root.size(); ++i)
        root[i] = std::sqrt(picture::linearFromSrgb(static_cast<float>(i) / 255));
    const Backdrop backdrop(background);
    for (int y = 0; y < image.height; ++y) {
        const std::array<float, 3> behind = backdrop.at(y, image.height);
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

void makeTransparent(LightImage& image, const picture::Background& background,
                     const std::vector<std::uint8_t>& shares) {
    const Backdrop backdrop(background);
    image.alpha.resize(shares.size());
    for (int y = 0; y < image.height; ++y) {
        const std::array<float, 3> root = backdrop.at(y, image.height);
        const std::array<float, 3> behind =
            lightShownAs(std::array{root[0] * root[0], root[1] * root[1], root[2] * root[2]});
        for (int x = 0; x < image.width; ++x) {
            const std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                                   static_cast<std::size_t>(x);
            const float cover = static_cast<float>(shares[at]) / 255;
            image.alpha[at] = cover;
            for (std::size_t c = 0; c < 3; ++c) {
                float& light = image.rgb[3 * at + c];
                const float behind_it = (1 - cover) * behind[c];
                light = light > (1 + half_precision) * behind_it ? light - behind_it : 0;
            }
        }
    }
}

}  // namespace talus::render

#include "talus/run/picture/mean_image.h"

#include <array>
#include <cmath>

#include "talus/picture/colour.h"

namespace talus::run {

void MeanImage::add(const io::Image& image) {
    std::array<float, 256> linear{};
    for (std::size_t i = 0; i < linear.size(); ++i)
        linear[i] = picture::linearFromSrgb(static_cast<float>(i) / 255);
    if (count_++ == 0) {
        width_ = image.width;
        height_ = image.height;
        light_.resize(image.rgb.size());
        alpha_.resize(image.rgb.size() / 3);
        transparent_ = !image.alpha.empty();
    }
    for (std::size_t p = 0; p < alpha_.size(); ++p) {
        const float alpha = transparent_ ? static_cast<float>(image.alpha[p]) / 255 : 1;
        alpha_[p] += alpha;
        for (std::size_t c = 0; c < 3; ++c) light_[3 * p + c] += alpha * linear[image.rgb[3 * p + c]];
    }
}

io::Image MeanImage::mean() const {
    io::Image image(width_, height_);
    if (transparent_) image.alpha.resize(alpha_.size());
    for (std::size_t p = 0; p < alpha_.size(); ++p) {
        if (alpha_[p] > 0)
            for (std::size_t c = 0; c < 3; ++c)
                image.rgb[3 * p + c] = static_cast<std::uint8_t>(
                    std::lround(255 * picture::srgbFromLinear(light_[3 * p + c] / alpha_[p])));
        if (transparent_)
            image.alpha[p] =
                static_cast<std::uint8_t>(std::lround(255 * alpha_[p] / static_cast<float>(count_)));
    }
    return image;
}

void MeanLight::add(const render::LightImage& image) {
    if (count_++ == 0) {
        sum_ = image;
        return;
    }
    for (std::size_t i = 0; i < sum_.rgb.size(); ++i) sum_.rgb[i] += image.rgb[i];
    for (std::size_t i = 0; i < sum_.alpha.size(); ++i) sum_.alpha[i] += image.alpha[i];
}

render::LightImage MeanLight::mean() const {
    render::LightImage mean = sum_;
    for (float& c : mean.rgb) c /= static_cast<float>(count_);
    for (float& a : mean.alpha) a /= static_cast<float>(count_);
    return mean;
}

}  // namespace talus::run

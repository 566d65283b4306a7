#pragma once
#include <cmath>

#include "talus/math/vec.h"

namespace talus::picture {

/// A colour in sRGB, each component in [0, 1]. The shaders compute with linear light and convert.
struct Colour {
    float r = 0, g = 0, b = 0;
    bool operator==(const Colour&) const = default;
};

inline Colour colourOf(const Vec3d& c) {
    return {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
}

/// One component from sRGB to linear light (IEC 61966-2-1).
inline float linearFromSrgb(float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

/// One component from linear light to sRGB (IEC 61966-2-1).
inline float srgbFromLinear(float c) {
    return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
}

/// The square roots of the linear components. The shaders take colours in this form (shaders/common.h).
inline Colour squareRootLinear(Colour c) {
    return {std::sqrt(linearFromSrgb(c.r)), std::sqrt(linearFromSrgb(c.g)), std::sqrt(linearFromSrgb(c.b))};
}

/// CIE 1976 lightness L*, 0 (black) to 100 (white): equal steps look equally large.
inline double lightness(Colour c) {
    const double y =
        0.2126 * linearFromSrgb(c.r) + 0.7152 * linearFromSrgb(c.g) + 0.0722 * linearFromSrgb(c.b);
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : 24389.0 / 27 * y;
}

}  // namespace talus::picture

#pragma once
#include <cmath>
#include <cstdint>

#include "talus/core/host_device.h"
#include "talus/math/vec.h"

namespace talus::environment {

/// A domain that is periodic along some axes: what leaves it on one side enters on the opposite one.
struct Periodic {
    Vec3d low;     ///< corner of the domain [m]
    Vec3d length;  ///< of the domain along each axis [m]; 0 where it is open

    TALUS_HD bool any() const { return length.x > 0 || length.y > 0 || length.z > 0; }
};

/// A periodic copy of a grain: the number of domain lengths, -1, 0 or 1, by which it is shifted along each
/// axis.
struct Image {
    int x = 0, y = 0, z = 0;

    TALUS_HD std::uint8_t code() const {
        return static_cast<std::uint8_t>((x + 1) + 3 * (y + 1) + 9 * (z + 1));
    }
};

inline constexpr std::uint8_t own_image = 13;  ///< Image{}.code()

/// The shift of the copy with this code [m]. The opposite copy has the code 26 - code and exactly the
/// opposite shift.
TALUS_HD inline Vec3d shiftOf(const Periodic& domain, std::uint8_t code) {
    const auto part = [](int n, double length) { return static_cast<double>(n - 1) * length; };
    return {part(code % 3, domain.length.x), part(code / 3 % 3, domain.length.y),
            part(code / 9, domain.length.z)};
}

/// Calls visit(image code, shift) for each copy of the domain in which a grain at p may have a partner nearer
/// than `reach`.
template <class Visit>
TALUS_HD void forImagesNear(const Periodic& domain, double reach, const Vec3d& p, Visit visit) {
    visit(own_image, Vec3d{});
    if (!domain.any()) return;
    const auto near_low = [&](double x, double low, double length) { return length > 0 && x < low + reach; };
    const auto near_high = [&](double x, double low, double length) {
        return length > 0 && x >= low + length - reach;
    };
    const Vec3d &low = domain.low, &length = domain.length;
    for (int z = -near_low(p.z, low.z, length.z); z <= near_high(p.z, low.z, length.z); ++z)
        for (int y = -near_low(p.y, low.y, length.y); y <= near_high(p.y, low.y, length.y); ++y)
            for (int x = -near_low(p.x, low.x, length.x); x <= near_high(p.x, low.x, length.x); ++x) {
                const std::uint8_t code = Image{x, y, z}.code();
                if (code != own_image) visit(code, shiftOf(domain, code));
            }
}

/// The periodic copy of a position that is inside the domain. NaN stays NaN.
TALUS_HD inline Vec3d wrapped(const Periodic& domain, Vec3d p) {
    const auto wrap = [](double& x, double low, double length) {
        if (length > 0 && (x < low || x >= low + length)) {
            x -= length * std::floor((x - low) / length);
            if (x >= low + length) x = low;  // round-off of a value just below low
        }
    };
    wrap(p.x, domain.low.x, domain.length.x);
    wrap(p.y, domain.low.y, domain.length.y);
    wrap(p.z, domain.low.z, domain.length.z);
    return p;
}

/// The minimum image of a difference: the vector from one point to the nearest copy of another.
/// @param difference vector from the first point to the second [m]
inline Vec3d shortest(const Periodic& domain, Vec3d difference) {
    const auto shorten = [](double& x, double length) {
        if (length > 0) x -= length * std::round(x / length);
    };
    shorten(difference.x, domain.length.x);
    shorten(difference.y, domain.length.y);
    shorten(difference.z, domain.length.z);
    return difference;
}

}  // namespace talus::environment

#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/core/host_device.h"

namespace talus::water {

/// The share of a kernel that two walls leave free, from the shares f and g that each leaves free alone.
struct FreeShare {
    double share = 1;
    double by_f = 0, by_g = 0;  ///< its derivatives
};

/// Walls at right angles leave f g. This is exact where both planes go through the centre of the kernel,
/// where one is out of reach, and for a kernel that is a product over its axes, as a Gaussian is. For other
/// angles the share is interpolated towards that of one wall alone (parallel normals) or of a slit (opposite
/// normals), such that it is exact where both planes go through the centre: there the free share is the angle
/// of the wedge over 2 pi, which is 1/4 + asin(c) / (2 pi).
/// @param cosine c of the angle between the normals, -1 to 1
TALUS_HD inline FreeShare freeShare(double f, double g, double cosine) {
    const double blend = 2 / std::numbers::pi * std::asin(std::clamp(cosine, -1.0, 1.0));
    const double both = f * g;
    if (blend >= 0) {
        const bool first = f < g;
        return {both + blend * (std::min(f, g) - both), (1 - blend) * g + (first ? blend : 0),
                (1 - blend) * f + (first ? 0 : blend)};
    }
    const double slit = std::max(0.0, f + g - 1), in_slit = slit > 0 ? 1 : 0;
    return {both - blend * (slit - both), (1 + blend) * g - blend * in_slit,
            (1 + blend) * f - blend * in_slit};
}

}  // namespace talus::water

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

/// Walls at right angles leave f g: exact where both planes go through the middle of the kernel, where one is
/// out of reach, and for a kernel that is a product of its axes, as a Gaussian is. For other angles the share
/// is taken towards that of one wall alone (two walls of one direction) or of a slit (opposite ones), so that
/// it is exact again where both planes go through the middle: there the free share is the wedge's angle over
/// 2 pi, that is 1/4 + asin(c) / (2 pi).
/// @param cosine c of the angle between the normals, -1 to 1
TALUS_HD inline FreeShare freeShare(double f, double g, double cosine) {
    const double lean = 2 / std::numbers::pi * std::asin(std::clamp(cosine, -1.0, 1.0));
    const double both = f * g;
    if (lean >= 0) {
        const bool first = f < g;
        return {both + lean * (std::min(f, g) - both), (1 - lean) * g + (first ? lean : 0),
                (1 - lean) * f + (first ? 0 : lean)};
    }
    const double slit = std::max(0.0, f + g - 1), in_slit = slit > 0 ? 1 : 0;
    return {both - lean * (slit - both), (1 + lean) * g - lean * in_slit, (1 + lean) * f - lean * in_slit};
}

}  // namespace talus::water

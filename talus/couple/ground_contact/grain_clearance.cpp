#include "talus/couple/ground_contact/grain_on_ground.h"

#include <algorithm>
#include <cmath>

namespace talus::couple {

void GrainOnGround::listNear(std::size_t begin, std::size_t end, GroundScratch& scratch) const {
    const std::size_t count = end - begin;
    std::size_t found = scratch.near.size();
    scratch.is_far.resize(count);
    scratch.near.resize(found + count + 1);
    std::uint8_t* const far = scratch.is_far.data();
    const Vec3d* const v = &velocity[begin];
    const double* const a = &radius[begin];
    float* const remaining = &clearance[begin];
    for (std::size_t k = 0; k < count; ++k) {
        const double path = std::sqrt(squaredLength(v[k])) * dt;
        // The factor covers rounding to single precision.
        const float after = remaining[k] - static_cast<float>(path * (1 + 1e-6));
        const bool known = remaining[k] > 0;
        remaining[k] = known ? after : remaining[k];
        far[k] = known & (after > 1e-6f * static_cast<float>(a[k]));
    }
    for (std::size_t k = 0; k < count; ++k) {
        scratch.near[found] = static_cast<std::uint32_t>(begin + k);
        found += far[k] == 0;
    }
    scratch.near.resize(found);
}

void GrainOnGround::findClearance(std::size_t i, double reach, std::vector<GroundTouch>& touches) const {
    if (stage.wraps) return;
    const Vec3d& p = position[i];
    double clear = p.z - surface.highestWithin(p.x, p.y, 2 * reach);
    if (clear < 2 * reach) {
        touches.clear();
        if (!surface.touches(p, 2 * reach, touches)) return;
        clear = 2 * reach;
        for (const GroundTouch& touch : touches) clear = std::min(clear, touch.distance);
    }
    clearance[i] = static_cast<float>(std::clamp(clear - reach, 0.0, reach) * (1 - 1e-6));
}

}  // namespace talus::couple

#pragma once
#include "talus/exec/view.h"
#include "talus/math/quad.h"

/// Corrects the surface tension of particles near walls. Runs on any device.
namespace talus::water {

/// The contacts of particle i with walls are those from first[i] to end[i] (fields.h).
struct TensionAtWalls {
    exec::View<const std::uint32_t> first, end;
    exec::View<const Vec3f> gradient;
    exec::View<const Quad<float>> wall;

    /// The acceleration by tension, less the part that walls carry. The liquid's pressure balances tension as
    /// it balances gravity, and along a wall the sums of its gradient contain only the share of the kernel
    /// that is not in walls (CarryGravity in at_walls.h). Without this the tension on the contact line of a
    /// drop is 15% larger than the pressure can balance, and the drop rises off its wall.
    TALUS_HD Vec3f withoutCarried(std::size_t i, Vec3f along) const {
        Vec3f across{};
        for (std::uint32_t k = first[i]; k < end[i]; ++k) {
            const float steep = length(gradient[k]);
            if (!(steep > 0)) continue;
            const Vec3f normal = gradient[k] / steep, part = normal * dot(along, normal);
            along -= part;
            across += part;
        }
        return along * (1 - wall[i].w) + across;
    }
};

}  // namespace talus::water

#pragma once
#include <vector>

#include "talus/grains/law/law_table.h"
#include "talus/grains/search/block_grains.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Sets each grain's force to its weight and its torque to zero, then adds the forces of the contacts between
/// grains. A first task for each block (contact_list.h) packs the block's grains and halo into a few arrays
/// of cache size (block_grains.h), so that the loop over contacts does not wait for memory. A second task for
/// each block adds the forces that other blocks computed for its grains (ghosts.h).
struct ContactForces {
    static constexpr const char* name = "gravity and contacts";
    /// Portable: the scalar loop, which is the reference. Vector: SIMD. Both give the same bits.
    enum class Kernel { Portable, Vector };

    LawTable laws;
    std::vector<std::uint16_t> grain_materials;  ///< materials that grains can have
    std::vector<std::uint8_t> fixed;             ///< as in Setup
    Vec3d gravity;                               ///< [m/s^2]
    bool spin = true;
    environment::Periodic domain{};
    Kernel kernel = Kernel::Vector;
    Precision precision = Precision::Double;

    step::Access access() const;
    /// @param then work of the next stages, called for each block's grains while they are in the cache
    void run(step::Step& step, const step::RangeFunction& then);
};

}  // namespace talus::grains

#pragma once
#include <vector>

#include "talus/grains/law/law_table.h"
#include "talus/grains/search/block_grains.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Every force starts as the grain's weight and every torque as zero; then the forces of the contacts between
/// grains are added. One task a block (contact_list.h): it packs the block's grains and halo into a few
/// cache-sized arrays (block_grains.h), so that the loop over contacts never waits for memory. Then one more
/// a block, for what its grains get from other blocks (ghosts.h).
struct ContactForces {
    static constexpr const char* name = "gravity and contacts";
    /// Portable: the plain loop, the reference for the vector one. Both give the same bits.
    enum class Kernel { Portable, Vector };

    LawTable laws;
    std::vector<std::uint16_t> grain_materials;  ///< the materials that grains can have
    std::vector<std::uint8_t> fixed;             ///< as in Setup
    Vec3d gravity;                               ///< [m/s^2]
    bool spin = true;
    environment::Periodic domain{};
    Kernel kernel = Kernel::Vector;
    Precision precision = Precision::Double;

    step::Access access() const;
    /// Takes along what comes behind it, block by block.
    void run(step::Step& step, const step::RangeFunction& then);
};

}  // namespace talus::grains

#pragma once
#include <memory>
#include <vector>

#include "talus/exec/pool.h"
#include "talus/grains/block_grains.h"
#include "talus/grains/law_table.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// What the tasks of the stage work in.
template <class Real>
struct ContactScratchOf {
    exec::Pool<BlockGrains<Real>> blocks;  ///< each task borrows one
    std::vector<Octet<Real>> visits;       ///< what blocks found for their halos, by row of the halo
};

/// Used in the precision that the scene has.
struct ContactScratch {
    ContactScratchOf<double> of_double;
    ContactScratchOf<float> of_single;

    template <class Real>
    auto& of() {
        if constexpr (std::is_same_v<Real, double>)
            return of_double;
        else
            return of_single;
    }
};

/// Every force starts as the grain's weight and every torque as zero; then the forces of the contacts between
/// grains are added. One task a block (contact_list.h): it packs the block's grains and halo into a few
/// cache-sized arrays (block_grains.h), so that the loop over contacts never waits for memory. Then one more
/// a block, for what its grains get from other blocks (visits.h).
struct ContactForces {
    static constexpr const char* name = "gravity and contacts";
    /// Portable: the plain loop, the reference for the vector one. Both give the same bits.
    enum class Kernel { Portable, Vector };

    LawTable laws;
    std::vector<std::uint16_t> grain_materials;  ///< the materials that grains can have
    std::vector<std::uint8_t> fixed;             ///< as in Setup
    Vec3d gravity;                               ///< [m/s^2]
    bool spin = true;
    Periodic domain{};
    Kernel kernel = Kernel::Vector;
    Precision precision = Precision::Double;
    std::shared_ptr<ContactScratch> scratch = std::make_shared<ContactScratch>();

    step::Access access() const;
    /// Takes along what comes behind it, block by block.
    void run(step::Step& step, const step::RangeFunction& then);
};

/// The loop over the contacts of one block: adds to the sums in `grains`, and carries the springs on.
/// Portable: contact_forces.cpp; Vector: contact_forces_*_simd.cpp.
/// @param next what this thread comes to after it, called for in good time; may be empty
template <class Real>
void addBlockForces(const ContactForces& stage, const ContactViews<Real>& views, const Block& block,
                    BlockGrains<Real>& grains, double dt);
template <class Real>
void addBlockForcesVector(const ContactForces& stage, const ContactViews<Real>& views, const Block& block,
                          const Block& next, BlockGrains<Real>& grains, double dt);

template <>
void addBlockForcesVector(const ContactForces&, const ContactViews<double>&, const Block&, const Block&,
                          BlockGrains<double>&, double);
template <>
void addBlockForcesVector(const ContactForces&, const ContactViews<float>&, const Block&, const Block&,
                          BlockGrains<float>&, double);

}  // namespace talus::grains

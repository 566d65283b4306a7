#include "talus/grains/contact_forces_simd.h"

namespace talus::grains {

template <>
void addBlockForcesVector(const ContactForces& stage, const ContactViews<double>& views, const Block& block,
                          const Block& next, BlockGrains<double>& grains, double dt) {
    simd_loop::addBlock(stage, views, block, next, grains, dt);
}

}  // namespace talus::grains

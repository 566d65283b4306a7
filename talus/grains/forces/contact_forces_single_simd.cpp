#include "talus/grains/forces/contact_forces_simd.h"
#include "talus/grains/law/laws.h"

namespace talus::grains {

template void addBlockForcesVector<BuiltInLaws, float>(const ContactForces&, const ContactViews<float>&,
                                                       const Block&, const Block&, BlockGrains<float>&,
                                                       double);

}  // namespace talus::grains

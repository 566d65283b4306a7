#include "talus/grains/forces/contact_forces_simd.h"
#include "talus/grains/law/laws.h"

namespace talus::grains {

template void addBlockForcesVector<BuiltInLaws, double>(const ContactForces&, const ContactViews<double>&,
                                                        const Block&, const Block&, BlockGrains<double>&,
                                                        double);

}  // namespace talus::grains

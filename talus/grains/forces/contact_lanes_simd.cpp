#include "talus/grains/forces/contact_lanes_simd.h"

#include "talus/grains/law/laws.h"

namespace talus::grains {

template void interactLanes<BuiltInLaws>(ContactLanes&, const LawConstants&, double);

}  // namespace talus::grains

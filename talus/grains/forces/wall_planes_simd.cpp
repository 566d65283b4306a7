#include "talus/grains/forces/wall_planes_simd.h"

#include "talus/grains/law/laws.h"

namespace talus::grains {

template std::size_t collideWithPlanes<BuiltInLaws>(const CollideWithWalls&, exec::View<const std::uint32_t>,
                                                    const Sleepers&, std::size_t, std::size_t);

}  // namespace talus::grains

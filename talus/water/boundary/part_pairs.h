#pragma once
#include "talus/environment/periodic.h"
#include "talus/exec/view.h"
#include "talus/water/boundary/contacts.h"

namespace talus::water {

/// Water on the two sides of a wall has nothing to do with each other, however thin the wall is: what stands
/// behind a wall is taken off the list of neighbours. The kernel's share in the wall stands in for it.
struct PartPairs {
    const environment::WallsAt& walls;
    exec::View<const Vec3d> position;
    exec::View<std::uint16_t> list;  ///< of neighbours, codes; what is taken off becomes padding
    exec::View<const std::uint32_t> runs, run_start;  ///< that the codes speak of (search/codes.h)
    environment::Periodic domain;

    /// The part of the list from `begin` to `end`, of one particle. @param near the faces within the support
    void operator()(std::uint32_t row, std::uint32_t begin, std::uint32_t end,
                    const std::vector<NearFace>& near) const;
};

}  // namespace talus::water

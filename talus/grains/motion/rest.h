#pragma once
#include <memory>

#include "talus/environment/walls.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Lets blocks of grains sleep. A grain is at rest once it has stayed within `distance` radii of one position
/// for `window` seconds. A grain in the list of a moving wall is never at rest. A block sleeps while all
/// grains of the block and of its halo are at rest. Its grains then do not move and keep their forces;
/// contacts and motion are not computed. The block wakes in the step in which a grain of its halo moves, or
/// in which a new search adds a moving grain to the halo. So an approaching grain and a support that moves
/// wake it, and waking spreads from block to block.
///
/// Sleep depends only on how long grains have been at rest, which is part of the state. So a resumed run has
/// the same sleeping blocks.
struct Rest {
    static constexpr const char* name = "rest";
    double distance = 0;  ///< in radii, > 0
    double window = 0;    ///< [s], > 0
    std::shared_ptr<const environment::Walls> walls;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains

#pragma once
#include <memory>

#include "talus/environment/walls.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Lets blocks of grains sleep. A grain rests once it has stayed within `distance` radii of one place for
/// `window` seconds; one at a wall that moves never does. A block sleeps while all of its grains and all of
/// its halo rest: its grains then stand still with the forces that they had, and neither contacts nor motion
/// are computed. It wakes in the step in which anything in its halo moves, or joins it by a new search; so
/// whatever is about to touch it, and a support that gives way, wakes it, and the waking spreads block by
/// block.
///
/// Sleep follows from how long grains have been still, and that is state: so a resumed run sleeps as the
/// first one.
struct Rest {
    static constexpr const char* name = "rest";
    double distance = 0;  ///< in radii, > 0
    double window = 0;    ///< [s], > 0
    std::shared_ptr<const environment::Walls> walls;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains

#pragma once
// The loops for a list of laws. A program with its own list of laws includes this in one source file, which
// compiles all loops for all of its laws.
#include "talus/grains/forces/block_forces.h"
#include "talus/grains/forces/contact_forces_simd.h"
#include "talus/grains/forces/contact_lanes_simd.h"
#include "talus/grains/forces/law_loops.h"
#include "talus/grains/forces/wall_planes_simd.h"
#include "talus/grains/law/law_list.h"

namespace talus::grains {

template <class List>
const LawLoops& loopsOf() {
    static constexpr LawLoops loops = makeLoops<List>();
    return loops;
}

}  // namespace talus::grains

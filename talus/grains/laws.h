#pragma once
#include "talus/grains/law_bell.h"
#include "talus/grains/law_hertz_mindlin.h"
#include "talus/grains/law_hooke.h"
#include "talus/grains/law_lee_herrmann.h"
#include "talus/grains/law_lennard_jones.h"
#include "talus/grains/law_linear.h"

namespace talus::grains {

/// Calls loop(Law{}) for the law, so that it is known when the loop is compiled.
template <class Loop>
TALUS_HD void withLaw(Law law, Loop loop) {
    switch (law) {
        case Law::LeeHerrmann: return loop(LeeHerrmann{});
        case Law::Linear: return loop(Linear{});
        case Law::Hooke: return loop(Hooke{});
        case Law::HertzMindlin: return loop(HertzMindlin{});
        case Law::Bell: return loop(Bell{});
        case Law::BellLinear: return loop(BellLinear{});
        case Law::LennardJones: return loop(LennardJones{});
    }
}

}  // namespace talus::grains

#pragma once
#include <vector>

#include "talus/particles/pipeline.h"

namespace talus::particles {

/// Arrays that whoever draws can take as they are, one entry a particle, in the order of their rows.
struct Looks {
    std::vector<Vec3f> centre, colour, streak;  ///< `streak` is empty where the appearance has none
    std::vector<float> radius, opacity;
    std::vector<std::uint32_t> id;
};

/// Size, colour and opacity over life, of all particles of a system at the world's time.
Looks looksOf(const exec::Exec& exec, const state::World& world, const Setup& setup);

/// Keys at rising places, linear in between, and the first and last value beyond. `otherwise` where there are
/// none.
double valueAt(const std::vector<double>& at, const std::vector<double>& values, double share,
               double otherwise);

}  // namespace talus::particles

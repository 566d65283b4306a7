#pragma once
#include <vector>

#include "talus/particles/pipeline.h"

namespace talus::particles {

/// Particles as they are drawn: one entry per particle, in the order of their rows.
struct DrawnParticles {
    std::vector<Vec3f> centre, colour, streak;  ///< `streak`: line of motion [m]; empty without streaks
    std::vector<float> radius, opacity;
    std::vector<std::uint32_t> id;
};

/// Size, colour and opacity of all particles of a system at the world's time.
DrawnParticles drawnParticles(const exec::Exec& exec, const state::World& world, const Setup& setup);

/// Linear interpolation of keyframes; constant before the first and after the last.
/// @param at ascending @param otherwise the value without keyframes
double valueAt(const std::vector<double>& at, const std::vector<double>& values, double share,
               double otherwise);

}  // namespace talus::particles

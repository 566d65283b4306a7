#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::erosion {

/// Viscosity of water with sediment. The excess nu of the viscosity over that of clear water
/// (environment::Thickening) acts between particles,
///     a_i += 2 V sum_j g_ij nu_ij (v_i - v_j),  g = W'/r,  nu_ij the mean of the two particles,
/// and on walls, in the same way as the water's own viscosity (water/forces/forces.h).
struct ThickenWater {
    static constexpr const char* name = "thicken water";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Adds the accelerations between particles to `force`, for the rows from `begin` to `end`.
/// @param flow velocity [m/s] and excess nu [m^2/s] of each particle; one more row of zeros at the end
void sumThickened(const water::Neighbours& all, const Quad<float>* flow, std::size_t begin, std::size_t end,
                  Vec3f* force);

}  // namespace talus::couple::erosion

#pragma once
#include "talus/couple/erosion/setup.h"
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

namespace talus::couple::erosion {

/// Sediment thickens the water: what its viscosity is more than that of clear water (environment::Thickening)
/// acts between particles, a_i += 2 V sum g_ij nu_ij (v_i - v_j) with the mean of the two, and on walls, as
/// the water's own does (water/forces/forces.h).
struct ThickenWater {
    static constexpr const char* name = "thicken water";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Accelerations by it into `force`, for rows from `begin` to `end`.
/// @param flow of each particle its velocity and what its nu is more [m^2/s]; of the row behind the last:
/// zeros
void sumThickened(const water::Neighbours& all, const Quad<float>* flow, std::size_t begin, std::size_t end,
                  Vec3f* force);

}  // namespace talus::couple::erosion

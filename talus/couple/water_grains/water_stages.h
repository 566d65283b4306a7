#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/step/stage.h"

/// Stages in the water's step. Grains displace water, and the water loses the momentum that they gained.
///
/// Sums between grains g and particles j use the water's kernel W. The weight of particle j for grain g is
/// w_gj = W_gj / sum_k W_gk. The weights of a grain add up to 1, so the particles around it together lose
/// what it gained, to round-off, at any position.
namespace talus::couple::water_grains {

/// Maps grains to particles: finds the pairs within the kernel, the share c_i = sum_g V_g W_gi of grains in
/// the kernel of each particle, and the acceleration of each particle by the reaction of grains. The rate of
/// c is added to that of the walls: where grains move in, water moves out (continuity as in Robinson,
/// Ramaioli, Luding 2014, "Fluid-particle flow simulations using two-way-coupled mesoscale SPH-DEM", Int. J.
/// Multiphase Flow 59, 121, equation 6, for the densities of dfsph).
struct MapGrains {
    static constexpr const char* name = "map grains";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Adds the grains to the densities of the solver, and the reaction to the forces on the particles.
struct ApplyReaction {
    static constexpr const char* name = "apply reaction of grains";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Samples the water around each grain: its velocity, its acceleration, and its share of the space. Subtracts
/// from the owed impulses what the water lost in this step, by the reaction and by the solver.
///
/// By the reaction of the solver's pressure, each grain would get the force sum_j m k_j V_g grad W_gj. That
/// is -V_g grad p plus noise from the positions of the particles. Near a wall it also presses the grain to
/// the wall, because the sum ends there. The grain instead gets -V_g grad p from the accelerations of the
/// particles around it, which do not have this noise. The walls get their part (ApplyWallPressure). The
/// noise, summed over all grains, returns to the water that carries them (lift_owed).
struct SampleWater {
    static constexpr const char* name = "sample water at grains";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Computes the force by which the solver pressed grains to walls, as a pressure of the particles between
/// them. The loads on walls follow from it (boundary/loads.h).
struct ApplyWallPressure {
    static constexpr const char* name = "pressure of grains on walls";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::water_grains

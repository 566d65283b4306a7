#pragma once
#include "talus/couple/water_grains/setup.h"
#include "talus/step/stage.h"

/// What stands in a step of the water. Grains take room in it, and it loses what they got of it.
///
/// Sums between grains g and particles j have the water's kernel W. A grain's share of particle j is w_gj =
/// W_gj / sum_k W_gk, so that the shares of a grain add up to 1: what the particles around it lose together
/// is what it got, to round-off, wherever it is.
namespace talus::couple::water_grains {

/// Who is near whom, the room c_i = sum_g V_g W_gi that grains take in the kernel of each particle, and what
/// each loses to them in this step. The rate of c joins that of the walls: where grains come in, water goes
/// out (the continuity of Robinson, Ramaioli, Luding 2014, "Fluid-particle flow simulations using
/// two-way-coupled mesoscale SPH-DEM", Int. J. Multiphase Flow 59, 121, equation 6, with densities as dfsph
/// has them).
struct MeetGrains {
    static constexpr const char* name = "meet grains";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Hands both to the solver: densities that count grains, and the reaction.
struct PushWater {
    static constexpr const char* name = "grains push water";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What water is around each grain: its velocity, its acceleration, the room that it has. Takes what the
/// water lost to it in this step off what it owes: the reaction, and by the solver.
///
/// The solver presses each grain with sum_j m k_j V_g grad W_gj, the opposite of what the grain's part in c
/// did to the particles. That is -V_g grad p, and noise of the particles' places; near a wall it presses the
/// grain to the wall as well, for the sum ends there. What is handed to the grain instead is -V_g grad p by
/// the accelerations of the particles around it, which have no such noise. The wall gets what belongs to it
/// (LeanOnWalls), and the noise, summed over
/// all grains, goes back to the water that carries them.
struct SampleWater {
    static constexpr const char* name = "look around grains";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// What the solver pressed grains to walls with, as a pressure of the particles between: wall loads follow
/// from it (boundary/loads.h).
struct LeanOnWalls {
    static constexpr const char* name = "grains lean on walls";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple::water_grains

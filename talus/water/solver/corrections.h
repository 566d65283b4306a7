#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/solver/depth.h"

/// What the two solves of dfsph ask for, and what becomes of their results, particle by particle
/// (CorrectVelocity and CorrectPlaces in dfsph.h).
namespace talus::water {

/// A density below this is that of spray: such water closes up at once. A particle at the surface of a
/// lattice has 0.85, those below it 1.
inline constexpr float open_density = 0.8f;
/// The share of what is missing to the density at rest that water within closes up in a step. Fitted: where
/// gaps stay (at 0), small bodies float or sink by a third of their weight. A body of two spacings, at four
/// places in the lattice of the start, is lifted by 1.00 to 1.02 of its weight of water at 0.02, 0.99 to 1.05
/// at this (means over 4 s); at 0.02 a box of ten spacings floats 3.6% too high, at this 1.8%.
inline constexpr float closing = 0.03f;

/// The pressure of the step before, as the first guess of the next one.
struct GuessPressure {
    float rest;  ///< density [kg/m^3]
    exec::View<const Quad<float>> flow;
    exec::View<const float> pressure;
    exec::View<Quad<float>> place;
    TALUS_HD void operator()(std::size_t i) const {
        // What has come apart needs none; its pressure of before would spoil the size of all (turns.h).
        place[i].w = flow[i].w < open_density ? 0.0f : pressure[i] / rest;
    }
};
/// Compression by the velocities, less what water may close up; and a first guess of the pressure.
struct AskOfVelocity {
    float dt;    ///< [s]
    float rest;  ///< density [kg/m^3]
    exec::View<const Quad<float>> flow;
    exec::View<const float> rate;  ///< dD/dt of the velocities [1/s]
    exec::View<const float> pressure;
    exec::View<float> source;
    exec::View<Quad<float>> place;

    /// The rate at which water may close up.
    TALUS_HD float closes(std::size_t i) const {
        const float missing = std::max(0.0f, 1 - flow[i].w);
        return (flow[i].w < open_density ? missing : closing * missing) / dt;
    }
    TALUS_HD void operator()(std::size_t i) const {
        source[i] = (rate[i] - closes(i)) / dt;
        GuessPressure{rest, flow, pressure, place}(i);
    }
};
struct TakeVelocity {
    float dt, rest;
    exec::View<const Quad<float>> push, place;
    exec::View<Quad<float>> flow;
    exec::View<float> pressure;
    TALUS_HD void operator()(std::size_t i) const {
        flow[i] += push[i].xyz() * dt;
        pressure[i] = place[i].w * rest;
    }
};

/// Compression at the end of the step, but for what later steps take.
struct AskOfPlaces {
    float dt, rest;
    float shallow;  ///< pressure up to which all of the compression is taken (depth.h) [Pa]
    exec::View<const Quad<float>> flow;
    exec::View<const float> pressure;  ///< of the water
    exec::View<const float> rate, drift;
    exec::View<float> source;
    exec::View<Quad<float>> place;
    TALUS_HD void operator()(std::size_t i) const {
        const float excess = flow[i].w - 1;
        source[i] = ((excess > 0 ? Depth::takenAt(pressure[i], shallow) * excess : excess) + dt * rate[i]) /
                    (dt * dt);
        place[i].w = drift[i] / rest;
    }
};
struct KeepPressure {
    float rest;
    exec::View<const Quad<float>> place;
    exec::View<float> pressure;
    TALUS_HD void operator()(std::size_t i) const { pressure[i] = place[i].w * rest; }
};

}  // namespace talus::water

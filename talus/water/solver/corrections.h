#pragma once
#include <algorithm>

#include "talus/exec/view.h"
#include "talus/math/quad.h"
#include "talus/water/solver/depth.h"

/// Sources and results of the two solves of dfsph, particle by particle (CorrectVelocity and
/// CorrectPositions in dfsph.h).
namespace talus::water {

/// Water of a relative density below this is spray: it may close its gaps within one step. A particle at the
/// surface of a lattice has 0.85, those below it 1.
inline constexpr float open_density = 0.8f;
/// Denser water closes its gaps slowly: in a step its density may grow by this share of what it lacks to the
/// density at rest. Fitted. At 0 gaps remain, and the lift of small bodies is wrong by a third of their
/// weight. A body of two spacings, at four positions in the initial lattice, is lifted by 1.00 to 1.02 times
/// the weight of the water it displaces at 0.02, and by 0.99 to 1.05 at this value (means over 4 s). At 0.02
/// a box of ten spacings floats 3.6% too high, at this value 1.8%.
inline constexpr float closing = 0.03f;

/// The first guess of the pressure: that of the step before.
struct InitialPressure {
    float rest;  ///< density [kg/m^3]
    exec::View<const Quad<float>> flow;
    exec::View<const float> pressure;
    exec::View<Quad<float>> position_pressure;
    TALUS_HD void operator()(std::size_t i) const {
        // Spray starts without pressure: its old one would distort the common scale of the first guess
        // (pressure_iterations.h).
        position_pressure[i].w = flow[i].w < open_density ? 0.0f : pressure[i] / rest;
    }
};

/// Source of the velocity solve: the rate of compression by the velocities, less the rate at which water may
/// close its gaps. Also sets the first guess of the pressure.
struct VelocitySource {
    float dt;    ///< [s]
    float rest;  ///< density [kg/m^3]
    exec::View<const Quad<float>> flow;
    exec::View<const float> rate;  ///< dD/dt of the velocities [1/s]
    exec::View<const float> pressure;
    exec::View<float> source;
    exec::View<Quad<float>> position_pressure;

    /// The rate at which water may close its gaps [1/s].
    TALUS_HD float closingRate(std::size_t i) const {
        const float missing = std::max(0.0f, 1 - flow[i].w);
        return (flow[i].w < open_density ? missing : closing * missing) / dt;
    }
    TALUS_HD void operator()(std::size_t i) const {
        source[i] = (rate[i] - closingRate(i)) / dt;
        InitialPressure{rest, flow, pressure, position_pressure}(i);
    }
};
/// Adds the acceleration by pressure to the velocities, and stores the pressures.
struct ApplyPressure {
    float dt, rest;
    exec::View<const Quad<float>> pressure_acceleration, position_pressure;
    exec::View<Quad<float>> flow;
    exec::View<float> pressure;
    TALUS_HD void operator()(std::size_t i) const {
        flow[i] += pressure_acceleration[i].xyz() * dt;
        pressure[i] = position_pressure[i].w * rest;
    }
};

/// Source of the density solve: the compression at the end of the step, less the share that later steps
/// remove (depth.h).
struct DriftSource {
    float dt, rest;
    float shallow;  ///< pressure up to which a step removes all of the compression [Pa]
    exec::View<const Quad<float>> flow;
    exec::View<const float> pressure;  ///< p of the water [Pa]
    exec::View<const float> rate, drift;
    exec::View<float> source;
    exec::View<Quad<float>> position_pressure;
    TALUS_HD void operator()(std::size_t i) const {
        const float excess = flow[i].w - 1;
        source[i] =
            ((excess > 0 ? Depth::removedShareAt(pressure[i], shallow) * excess : excess) + dt * rate[i]) /
            (dt * dt);
        position_pressure[i].w = drift[i] / rest;
    }
};
/// Stores the pressures of the density solve.
struct StorePressure {
    float rest;
    exec::View<const Quad<float>> position_pressure;
    exec::View<float> pressure;
    TALUS_HD void operator()(std::size_t i) const { pressure[i] = position_pressure[i].w * rest; }
};

}  // namespace talus::water

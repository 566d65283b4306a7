#pragma once

/// Sediment of one grain size, and the liquid that carries it. The laws of this folder do not depend on how
/// the flow is computed: particles and grids share them.
namespace talus::environment {

struct SedimentGrain {
    double diameter = 2e-4;  ///< d [m], > 0
    double density = 2650;   ///< of the solid, rho_s [kg/m^3], > 0; quartz
};

struct CarryingLiquid {
    double density = 1000;    ///< rho [kg/m^3], > 0
    double viscosity = 1e-3;  ///< dynamic, mu [Pa s], > 0: of the real liquid
    double gravity = 9.81;    ///< [m/s^2], > 0

    double kinematic() const { return viscosity / density; }
};

/// Submerged specific density R = rho_s / rho - 1; negative if the grain floats.
inline double submerged(const SedimentGrain& grain, const CarryingLiquid& liquid) {
    return grain.density / liquid.density - 1;
}

}  // namespace talus::environment

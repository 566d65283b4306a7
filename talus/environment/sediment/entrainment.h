#pragma once
#include <algorithm>
#include <cmath>

#include "talus/environment/sediment/grain.h"

/// How much a flow takes off its bed.
namespace talus::environment {

/// Rate at which solid leaves the bed, K_e max(0, tau - tau_c) [kg/(m^2 s)]: Partheniades (1965), "Erosion
/// and deposition of cohesive soils". Exactly 0 up to the critical stress.
/// @param strength K_e [s/m] @param shear, critical [Pa]
inline double entrainment(double strength, double shear, double critical) {
    return shear > critical ? strength * (shear - critical) : 0;
}

/// Bed load of a level bed: volume of solid per width and time [m^2/s]. Meyer-Peter and Mueller (1948):
/// 8 (theta - theta_c)^(3/2) sqrt(R g d^3), with theta_c = 0.047 unless `critical` gives another value.
inline double meyerPeterMueller(double shear, const SedimentGrain& grain, const CarryingLiquid& liquid,
                                double critical = 0.047) {
    const double r = submerged(grain, liquid), d = grain.diameter, g = liquid.gravity;
    const double excess = shear / (r * liquid.density * g * d) - critical;
    return 8 * std::pow(std::max(0.0, excess), 1.5) * std::sqrt(r * g * d * d * d);
}

/// The strength K_e [s/m] at which a flow in equilibrium carries the load of Meyer-Peter and Mueller.
/// Model: what leaves the bed enters a layer 2 z thick, with z the height at which the flow is known. The
/// layer moves with the velocity u at z, and its sediment settles: E = rho_s w C and q = 2 u z C. With q = 8
/// (tau - tau_c)^(3/2) / ((rho_s - rho) g sqrt(rho)) and tau = rho C_f u^2 follows K_e = 4 rho_s w sqrt(C_f)
/// sqrt(1 - tau_c / tau) / ((rho_s - rho) g z). A finer resolution, which knows the flow nearer to the bed,
/// therefore erodes and deposits more, and carries the same.
/// @param velocity settling velocity w [m/s] @param friction C_f = tau / (rho u^2), > 0 @param height z [m],
/// > 0
/// @param share 1 - tau_c / tau
inline double strengthOfSand(const SedimentGrain& grain, const CarryingLiquid& liquid, double velocity,
                             double friction, double height, double share) {
    const double weight = (grain.density - liquid.density) * liquid.gravity;
    return 4 * grain.density * velocity * std::sqrt(friction * std::max(0.0, share)) / (weight * height);
}

}  // namespace talus::environment

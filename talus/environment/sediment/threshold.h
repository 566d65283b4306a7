#pragma once
#include "talus/environment/sediment/grain.h"

/// From which shear stress on a bed begins to move.
namespace talus::environment {

/// D* = d (R g / nu^2)^(1/3), the size of a grain to the liquid around it. @pre it sinks
double grainNumber(const SedimentGrain& grain, const CarryingLiquid& liquid);

/// Critical Shields number of a level bed of loose grains. Soulsby and Whitehouse (1997), "Threshold of
/// sediment motion in coastal environments": 0.30 / (1 + 1.2 D*) + 0.055 (1 - exp(-0.020 D*)).
double criticalShields(double grain_number);

/// That as a shear stress [Pa]; 0 where the grain floats.
double criticalShear(const SedimentGrain& grain, const CarryingLiquid& liquid);

/// By what the critical stress is multiplied on a slope: (cos psi sin beta + sqrt(cos^2 beta tan^2 phi -
/// sin^2 psi sin^2 beta)) / tan phi, with psi between the flow and the way straight up. Soulsby (1997),
/// "Dynamics of marine sands", equation 80a. 0 where the slope is so steep that grains roll by themselves.
/// @param sine of the slope beta, 0 to 1 @param up cosine of psi: -1 flow straight down @param tangent of the
/// angle of repose phi, > 0
double slopeFactor(double sine, double up, double tangent);

}  // namespace talus::environment

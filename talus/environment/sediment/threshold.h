#pragma once
#include "talus/environment/sediment/grain.h"

/// The critical shear stress at which the grains of a bed begin to move.
namespace talus::environment {

/// Dimensionless grain size D* = d (R g / nu^2)^(1/3). @pre the grain sinks
double grainNumber(const SedimentGrain& grain, const CarryingLiquid& liquid);

/// Critical Shields number of a level bed of loose grains. Soulsby and Whitehouse (1997), "Threshold of
/// sediment motion in coastal environments": 0.30 / (1 + 1.2 D*) + 0.055 (1 - exp(-0.020 D*)).
double criticalShields(double grain_number);

/// Critical shear stress of a level bed [Pa]; 0 if the grain floats.
double criticalShear(const SedimentGrain& grain, const CarryingLiquid& liquid);

/// The critical stress on a slope over that on a level bed: (cos psi sin beta + sqrt(cos^2 beta tan^2 phi -
/// sin^2 psi sin^2 beta)) / tan phi, with psi the angle between the flow and the upslope direction. Soulsby
/// (1997), "Dynamics of marine sands", equation 80a. 0 if grains roll down the slope without flow.
/// @param sine of the slope beta, 0 to 1 @param up cosine of psi; -1: flow straight down the slope
/// @param tangent of the angle of repose phi, > 0
double slopeFactor(double sine, double up, double tangent);

}  // namespace talus::environment

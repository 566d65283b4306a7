#pragma once
#include "talus/environment/sediment/grain.h"

/// How fast sediment sinks.
namespace talus::environment {

/// Whose law the velocity of a single grain follows.
enum class SettlingLaw {
    FergusonChurch,  ///< natural grains of any size
    Stokes  ///< spheres so small that Re < 1: three times too fast at 0.5 mm of quartz, seven at 1 mm
};

/// Of a single grain in still water [m/s]; negative: it rises.
/// Ferguson and Church (2004), "A simple universal equation for grain settling velocity", equation 4: w = R g
/// d^2 / (18 nu + sqrt(0.75 C2 R g d^3)), with C2 = 1 for natural sand. Stokes: w = R g d^2 / (18 nu).
double settlingVelocity(SettlingLaw law, const SedimentGrain& grain, const CarryingLiquid& liquid);

/// How much slower sediment sinks among its like.
struct Hindrance {
    enum class Law {
        RichardsonZaki,  ///< (1 - C)^n: Richardson and Zaki (1954), "Sedimentation and fluidisation: part I"
        Kristof          ///< 1 - (C / C_max)^n: Kristof, Benes, Krivanek, Stava (2009)
    };
    Law law = Law::RichardsonZaki;
    double exponent = 4.65;  ///< n, > 0
    double most = 0.6;       ///< C_max: what is so full takes no more, > 0, <= 1

    /// Share of the single grain's velocity at a volume fraction of solid; 0 from C_max on.
    double operator()(double fraction) const;
};

/// n of Richardson and Zaki by the Reynolds number w d / nu of a single grain: 4.65 below 0.2, 4.35 Re^-0.03
/// below 1, 4.45 Re^-0.1 below 500, 2.39 above.
double richardsonZakiExponent(double reynolds);

}  // namespace talus::environment

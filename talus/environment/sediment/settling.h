#pragma once
#include "talus/environment/sediment/grain.h"

/// Settling velocity of sediment.
namespace talus::environment {

/// The law for the settling velocity of a single grain.
enum class SettlingLaw {
    FergusonChurch,  ///< natural grains of any size
    Stokes           ///< spheres with Re < 1; for quartz it is 3 times too fast at 0.5 mm, 7 times at 1 mm
};

/// Settling velocity of a single grain in still water [m/s]; negative: it rises.
/// Ferguson and Church (2004), "A simple universal equation for grain settling velocity", equation 4: w = R g
/// d^2 / (18 nu + sqrt(0.75 C2 R g d^3)), with C2 = 1 for natural sand. Stokes: w = R g d^2 / (18 nu).
double settlingVelocity(SettlingLaw law, const SedimentGrain& grain, const CarryingLiquid& liquid);

/// Hindered settling: how much slower a grain settles among other grains.
struct Hindrance {
    enum class Law {
        RichardsonZaki,  ///< (1 - C)^n: Richardson and Zaki (1954), "Sedimentation and fluidisation: part I"
        Kristof          ///< 1 - (C / C_max)^n: Kristof, Benes, Krivanek, Stava (2009)
    };
    Law law = Law::RichardsonZaki;
    double exponent = 4.65;  ///< n, > 0
    double most = 0.6;       ///< C_max: volume fraction above which nothing settles, > 0, <= 1

    /// Settling velocity over that of a single grain, by the volume fraction of solid; 0 from C_max on.
    double operator()(double fraction) const;
};

/// The exponent n of Richardson and Zaki by the Reynolds number w d / nu of a single grain: 4.65 below 0.2,
/// 4.35 Re^-0.03 below 1, 4.45 Re^-0.1 below 500, 2.39 above.
double richardsonZakiExponent(double reynolds);

}  // namespace talus::environment

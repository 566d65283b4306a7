#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

/// The pressure of the step before, while the viscosity of a thick liquid is solved for (ViscousSolve).
///
/// Gravity and pressure nearly cancel where a liquid rests or creeps. If gravity alone went into the viscous
/// solve, walls that the liquid sticks to would take a part of g dt out of a layer sqrt(nu dt) thick: they
/// would carry weight, and drag on what sinks would be too small by as much. So the acceleration by the last
/// pressure is added before the viscous solve and taken back after it, and the projection then finds the
/// whole new pressure: the incremental pressure correction scheme (Goda 1979, "A multistep technique with
/// implicit difference schemes for calculating two- or three-dimensional cavity flows"; Guermond, Minev, Shen
/// 2006, "An overview of projection methods for incompressible flows", 3.2). A steady flow then depends no
/// more on the step.
namespace talus::water {

/// Adds what the pressure of the step before does to the velocities in this step; keeps it in `best`.
struct AddLastPressure {
    static constexpr const char* name = "add last pressure";
    Smoothing smoothing;
    double rest_density = 1000;  ///< [kg/m^3]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Takes that back.
struct SubtractLastPressure {
    static constexpr const char* name = "subtract last pressure";

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water

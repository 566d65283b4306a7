#pragma once
#include "talus/step/stage.h"
#include "talus/water/search/neighbours.h"

/// The pressure of the step before, used while the viscosity of a thick liquid is solved for (ViscousSolve).
///
/// Gravity and pressure nearly cancel where a liquid rests or creeps. If gravity alone went into the viscous
/// solve, walls that the liquid sticks to would take a part of g dt out of a layer sqrt(nu dt) thick: they
/// would carry weight, and drag on what sinks would be too small by as much. So the acceleration by the last
/// pressure is added before the viscous solve and subtracted after it. The projection then finds the whole
/// new pressure: the incremental pressure correction scheme (Goda 1979, "A multistep technique with implicit
/// difference schemes for calculating two- or three-dimensional cavity flows"; Guermond, Minev, Shen 2006,
/// "An overview of projection methods for incompressible flows", 3.2).
///
/// That acceleration is smoothed before it is added, for the pressure has noise, which keeps particles apart
/// as they slide past each other. With S the viscous solve, a step is v' = S (v + dt b) + dt (b' - b), b the
/// acceleration by pressure and all other forces, b' the new one. Noise that is part of b passes through S,
/// which damps short waves most. The next pressure then has to be larger to have the same effect: the noise
/// grows to five times its size and slows shear flow down by 2 to 4 %. Noise that is not part of b takes
/// effect in b' alone. So b - c (b - G b) takes the place of b, G the mean over a particle and its neighbours
/// weighted by the kernel. An even b, as that of a liquid at rest, does not change, at walls and surfaces
/// too. In a steady flow with the viscous operator nu A the error is dt nu A c (b - G b). It stays within
/// bounds for steps of any length with c = 1/2 min(1, s^2 / (nu dt)), s the spacing. With c = 1 a ball of
/// three spacings falls through the liquid where nu dt = 1.5 s^2. (docs/theory/water.md compares.)
namespace talus::water {

/// Adds the smoothed acceleration by the pressure of the step before to the velocities, and stores it in
/// `best`.
struct AddLastPressure {
    static constexpr const char* name = "add last pressure";
    Smoothing smoothing;
    double rest_density = 1000;  ///< [kg/m^3]
    double viscosity = 0;        ///< nu [m^2/s]

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Subtracts the acceleration that AddLastPressure added.
struct SubtractLastPressure {
    static constexpr const char* name = "subtract last pressure";

    step::Access access() const;
    void run(step::Step& step) const;
};

/// The mean G of accelerations over a particle and its neighbours, weighted by the kernel, for rows from
/// `begin` to `end`.
void sumMean(const Neighbours& all, const Quad<float>* acceleration, std::size_t begin, std::size_t end,
             Quad<float>* mean);

}  // namespace talus::water

#pragma once
#include "talus/sand/grid/step_parts.h"

/// Yield and flow of the sand as the friction problem of `narain` needs them:
///
///     sqrt(J2) <= Y = friction p + cohesion
///     s = Y D* / |D|   where sand flows,   |D|^2 = 2 (D_tension^2 + D_squeeze^2) + D_yz^2 + D_zx^2 + D_xy^2
///
/// with D the rate of strain times the volume, parts as in solve/friction.h, and D* the part itself for the
/// shears and twice the part for the diagonal ones, whose square is half of J2. Bounds of single parts alone
/// would be a box around this cone: all parts at their bounds at once, in a flow that strains in one of them
/// only. So the direction comes from a viscosity eta = Y / |D| at the |D| of the iteration before, as for
/// Bingham fluids (Kacanov's iteration: Han, Jensen, Shimansky 1997, "The Kacanov method for some nonlinear
/// problems", Appl. Numer. Math. 24). It enters as the compliance 1 / eta, which is zero where sand is at
/// rest, and there the box bounds the stress.
namespace talus::sand::grid {

/// The strength of each cell [Pa].
struct Strengths {
    std::vector<double> sand;  ///< largest sqrt(J2)
    std::vector<double> wall;  ///< largest traction on the walls in it, per area of a face
};

/// @param p pressure of each cell
/// @param before friction stress of the step before: with that of this one wall friction and normal stress
/// would chase each other
Strengths strengthsOf(const StepOf& step, const std::vector<double>& p, const std::vector<double>& before,
                      const SandGrid& grid);

/// Sets the bound of each part of the friction stress, with the others zero.
void boundFriction(const StepOf& step, const Strengths& strengths, SandGrid& grid);

/// Rate of strain times the volume by a unit of each part of the friction stress, in flow at the given rate.
/// @param strain of all parts with a bound; zero elsewhere
std::vector<double> flowCompliance(const StepOf& step, const Strengths& strengths,
                                   const std::vector<double>& strain, const SandGrid& grid);

}  // namespace talus::sand::grid

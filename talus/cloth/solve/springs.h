#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "talus/cloth/fields.h"
#include "talus/exec/for_each.h"
#include "talus/state/table.h"

/// The implicit solver: extended position-based dynamics (Macklin, Mueller, Chentanez 2016, "XPBD") in small
/// steps (Macklin, Storey, Lu, Terdiman, Chentanez, Jeschke, Mueller 2019, "Small steps in physics
/// simulation"). A spring of stiffness k and a damper z move their ends along the spring by w_i p and -w_j p,
/// where w is the inverse mass and
///
///     p = -(C + a l + g C') / ((1 + g) (w_i + w_j) + a),   C = |x_i - x_j| - L,   a = 1 / (k h^2),
///
/// with g = z / (k h), C' the change of the length in the small step, and l the sum of p so far. Converged,
/// this is the implicit Euler method. With one pass a small step is its first iteration from l = 0.
namespace talus::cloth {

using state::View;

/// The points as a solver moves them.
struct SolvedPoints {
    View<Vec3d> position;
    View<const Vec3d> start;      ///< at the start of the small step
    View<const double> mobility;  ///< inverse mass; 0: held [1/kg]
    View<Vec3d> reaction;         ///< gets the impulse times the small step of springs on held points
};

struct SpringRows {
    View<const std::array<std::uint32_t, 2>> ends;
    View<const double> length, stiffness, damping;
    std::span<const std::size_t> colour_ends;
};

/// One pass over all springs.
/// @param multiplier l of each spring; empty: a single pass, from 0 @param h small step [s]
void solveSprings(const exec::Exec& exec, const SpringRows& springs, const SolvedPoints& points,
                  View<double> multiplier, double h);

struct HingeRows {
    View<const std::array<std::uint32_t, 2>> edge, wings;
    View<const Vec3d> weight;
    View<const double> bend, curl;
    std::span<const std::size_t> colour_ends;
};

/// One pass over all hinges. Each is a constraint of three components, s = curl n (sheet/build.h), with the
/// stiffness `bend`. The mean normal n is that of the positions so far, which a flat sheet does not need.
/// @param multiplier of each hinge; empty: a single pass
void solveHinges(const exec::Exec& exec, const HingeRows& hinges, const SolvedPoints& points,
                 View<Vec3d> multiplier, double h);

}  // namespace talus::cloth

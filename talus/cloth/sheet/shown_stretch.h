#pragma once
#include <cstddef>
#include <vector>

#include "talus/cloth/sheet/build.h"

namespace talus::cloth {

/// k w of the mean spring, weighted by stiffness k, with w the sum of the inverse masses at its ends: the
/// square of an angular frequency [1/s^2].
double meanSpringRate(const Built& built);

/// Whether the implicit solver solves springs all at once (solve/implicit_stretch.h) in small steps of the
/// length h [s], and not by passes: where a pass would show less than nine tenths of their stiffness.
/// @param rate meanSpringRate() of all sheets
bool solvedAtOnce(double rate, const Solver& solver, double h);

/// The share of its stiffness that a sheet shows under a steady load with the implicit solver, and the number
/// of small steps with which it shows nine tenths. Springs that are solved at once show all of it. A spring
/// gives way by a pass over all springs as one of about
///
///     k / (1 + 0.4 k w h^2 / n)
///
/// with n passes (iterations). 0.4 was fitted to the force of a sheet that is pulled by 10 % with 15 to 180
/// small steps of 1/60 s, and 1 to 16 passes: within 20 %.
struct ShownStretch {
    double share = 1;  ///< of the mean spring, weighted by stiffness
    std::size_t substeps = 1;
};
ShownStretch shownStretch(const Built& built, std::size_t sheet, const Solver& solver);

}  // namespace talus::cloth

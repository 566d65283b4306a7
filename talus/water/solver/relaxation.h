#pragma once
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// The largest eigenvalue of the pressure equation over its diagonal (sums.h), for particles on a cubic
/// lattice far from walls: the most that Jacobi's method overdoes any pattern of pressures. With S(q) = sum
/// over neighbours r of grad W(r) sin(q . r) it is the largest |S(q)|^2 / sum |grad W|^2 over wave vectors q,
/// which is searched on a grid of a 24th of the largest wave number.
/// @param support in spacings
double overdoing(Kernel kernel, double support);

/// The share of each turn of Jacobi's method that a solve tries: a half (Bender and Koschier 2015) where a
/// kernel has some 30 neighbours, less where it has more, in proportion to what they overdo. Turns by
/// themselves converge while share times overdoing is below 2; a solve takes the best of what it has tried,
/// so this is no limit, but the last thing tried is what a solve gives, and is not to swing.
/// @param support in spacings
float relaxationFor(Kernel kernel, double support);

}  // namespace talus::water

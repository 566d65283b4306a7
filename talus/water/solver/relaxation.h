#pragma once
#include "talus/water/search/neighbours.h"

namespace talus::water {

/// The largest eigenvalue of the pressure equation divided by its diagonal (sums.h), for particles on a cubic
/// lattice far from walls. A Jacobi iteration overshoots by up to this factor. With S(q) = sum over
/// neighbours r of grad W(r) sin(q . r) it is the maximum of |S(q)|^2 / sum |grad W|^2 over wave vectors q,
/// searched on a grid of a 24th of the largest wave number.
/// @param support in spacings
double spectralRadius(Kernel kernel, double support);

/// The relaxation of Jacobi iterations: 1/2 (Bender and Koschier 2015) for a kernel with some 30 neighbours;
/// for one with more, smaller in inverse proportion to spectralRadius(). Plain Jacobi iterations converge
/// where relaxation times spectralRadius() is below 2. The accelerated iterations of a solve converge beyond
/// that too, but a solve returns its last trial, which must not oscillate.
/// @param support in spacings
float relaxationFor(Kernel kernel, double support);

}  // namespace talus::water
